#include "methods/release/microdata.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/outline.h"
#include "methods/release/hierarchy_name.h"

#include <algorithm>

namespace scrim::release {
namespace {

std::vector<ShownColumn> shown_columns(const Tuples& rows, const PublishRequest& request, const Dealing& dealing) {
    const Prepared& prepared = dealing.prepared();
    const auto& generalized = dealing.recoding().generalized;
    std::vector<ShownColumn> columns;
    for (std::size_t c = 0; c < rows.table.width(); ++c) {
        const std::string& name = rows.table.name(c);
        const ColumnPolicy& policy = *request.policy.find(name);
        const bool spans = policy.role == Role::quasi_identifier ||
                           (generalized && prepared.problem.tuples->table.name(*generalized) == name);
        ShownColumn column{name, !spans, policy.type == ColumnType::category, false, ""};
        const auto known = prepared.material.hierarchies.find(name);
        if (known != prepared.material.hierarchies.end()) {
            column.nulls = known->second->domain().has_null();
            column.outline = hierarchy::format_outline(*known->second, printed_labels(rows.table[c].domain()));
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

std::string table_name(const PublishRequest& request) { return "microdata." + request.format; }

}  // namespace

std::vector<std::string> printed_labels(const Domain& printed) {
    std::vector<std::string> labels;
    for (Code code = 0; code < printed.values(); ++code) labels.push_back(printed.label(code));
    return labels;
}

Result<bool> asks_microdata(const PublishRequest& request, const recode::RecoderSpec& recoder) {
    if (request.as.empty()) return false;
    if (request.as != "microdata")
        return input_error(
            format("a release is written {}, not {}", field("as", "microdata"), quoted(std::string_view(request.as))));
    if (recoder.form == recode::Form::generalized) return true;
    return input_error(
        format("{} generalizes nothing, so that there is nothing to draw from; leave out {}, or choose "
               "an algorithm that generalizes",
               recoder.name, field("as")));
}

std::string microdata_notice(const PublishRequest& request) {
    return format(
        "The values of {} are drawn by chance from the spans that data.{} prints, and no row of it is true: it is for "
        "tools that read plain values. Everything that is promised here is promised of data.{}; {} was made from that "
        "and from chance alone, and tells nothing more.",
        table_name(request), request.format, request.format, table_name(request));
}

Result<MadeMicrodata> make_microdata(const Dealing& dealing, const PublishRequest& request, const DrawMicrodata& draw,
                                     Random& random) {
    SCRIM_TRY(const std::vector<ReleasedTable> tables, released_tables(dealing, recode::Form::generalized));
    const Tuples& rows = tables.front().rows;
    SCRIM_TRY(Microdata drawn, draw(rows, shown_columns(rows, request, dealing), random));
    std::vector<std::uint32_t> weights(drawn.table.rows(), 1);
    SCRIM_TRY(Tuples sorted, sorted_rows(std::move(drawn.table), std::move(weights), dealing.prepared().material));
    return MadeMicrodata{{"microdata", std::move(sorted)}, std::move(drawn.cells)};
}

Json microdata_json(const MadeMicrodata& made, const PublishRequest& request) {
    Json json{{"table", table_name(request)}, {"columns", Json::array()}};
    for (const Microdata::Cells& cells : made.cells)
        json["columns"].push_back(
            {{"name", cells.column}, {"drawn", cells.drawn}, {"labels", cells.labels}, {"empty", cells.empty}});
    return json;
}

}  // namespace scrim::release
