#include "library/shown_types.h"

#include "kernel/core/field.h"
#include "kernel/core/number_text.h"
#include "kernel/core/respelling.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/interval_label.h"
#include "library/open_table.h"
#include "methods/policy/hierarchy_files.h"

#include <algorithm>

namespace scrim::library {
namespace {

using RespellType = std::optional<std::string> (*)(std::string_view);

// How the type's values are respelled; nothing for types that accept any value.
RespellType respelling_of(ColumnType type) {
    switch (type) {
        case ColumnType::day_first: return respell_day_first;
        case ColumnType::month_first: return respell_month_first;
        case ColumnType::decimal_comma: return respell_decimal_comma;
        case ColumnType::decimal_point: return respell_decimal_point;
        case ColumnType::found:
        case ColumnType::plain:
        case ColumnType::category: break;
    }
    return nullptr;
}

// Is this what a release prints for a generalized, suppressed or exact cell of such a column?
bool is_printed(const std::string& label, ColumnType type, const hierarchy::Hierarchy* hierarchy) {
    static const Domain number = Domain::of_numbers({0}, 0), date = Domain::of_numbers({0}, 0, Domain::Kind::date),
                        time = Domain::of_numbers({0}, 0, Domain::Kind::timestamp);
    if (label.find('*') != std::string::npos || label.starts_with('{')) return true;
    if (hierarchy && hierarchy->find(label)) return true;
    if (type == ColumnType::decimal_comma || type == ColumnType::decimal_point)
        return parse_decimal(label) || hierarchy::reads_as_interval(label, number);
    return parse_date(label) || parse_timestamp(label) || hierarchy::reads_as_interval(label, date) ||
           hierarchy::reads_as_interval(label, time);
}

// Refuses labels together with something that is neither a label nor of the column's type.
Result<bool> shows_labels(const Domain& values, const ColumnPolicy& column) {
    const RespellType respell = respelling_of(column.type);
    std::optional<hierarchy::Hierarchy> hierarchy;
    if (column.has_hierarchy())
        if (auto read = policy::read_hierarchy(column)) hierarchy = *std::move(read);
    bool labels = false;
    std::string neither;
    for (Code code = 0; code < values.values(); ++code) {
        const std::string label = values.label(code);
        const auto spelled = respell(label);
        if (spelled && (parse_decimal(*spelled) || parse_date(*spelled) || parse_timestamp(*spelled))) continue;
        if (is_printed(label, column.type, hierarchy ? &*hierarchy : nullptr))
            labels = true;
        else if (neither.empty())
            neither = label;
    }
    if (labels && !neither.empty())
        return input_error(
            format("column {} holds {}, which is neither {} nor '*', an interval or a node of its "
                   "hierarchy; if it means 'no value', name it with missing: in the policy or {}",
                   quoted(column.name), quoted(neither), column_type_name(column.type), field("missing")));
    return labels;
}

}  // namespace

Result<TableInput> read_as_shown(TableInput table, const Policy& policy, Progress& progress) {
    TableInput meant = read_as(std::move(table), policy), text = meant;
    if (std::none_of(policy.columns.begin(), policy.columns.end(),
                     [](const ColumnPolicy& column) { return respelling_of(column.type) != nullptr; }))
        return meant;
    for (ColumnReading& reading : text.columns)
        if (respelling_of(reading.type)) reading.type = ColumnType::category;
    SCRIM_TRY(const std::unique_ptr<TableSource> source, library::open_table(text));
    std::vector<std::string> typed;
    for (const ColumnPolicy& column : policy.columns)
        if (respelling_of(column.type) && source->has(column.name)) typed.push_back(column.name);
    if (typed.empty()) return meant;
    const auto values = source->read(typed, progress);
    if (!values) return values.error();
    for (std::size_t c = 0; c < values->width(); ++c) {
        const auto labels = shows_labels((*values)[c].domain(), *policy.find(values->name(c)));
        if (!labels) return input_error(format("{}: {}", source->name(), labels.error().message));
        if (*labels)
            for (ColumnReading& reading : meant.columns)
                if (reading.name == values->name(c)) reading.type = ColumnType::plain;
    }
    return meant;
}

}  // namespace scrim::library
