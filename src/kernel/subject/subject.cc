#include "kernel/subject/subject.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "kernel/hierarchy/respelled_labels.h"

#include <algorithm>

namespace scrim::subject {

Error no_such_column(const TableSource& source, const std::string& column) {
    const auto& columns = source.columns();
    // One column whose name holds what looks like a delimiter is a table split at the wrong one.
    if (const auto found = columns.front().find_first_of(";,|\t"); columns.size() == 1 && found != std::string::npos)
        return input_error(format("{} has no column {}: its only column is {}, so the delimiter looks wrong; try {}",
                                  source.name(), quoted(column), quoted(columns.front()),
                                  quoted_field("delimiter", columns.front().substr(found, 1))));
    return input_error(format("{} has no column {} (its columns are {}){}", source.name(), quoted(column),
                              list_some(columns, 12), did_you_mean(column, columns)));
}

Result<void> check_classified(const TableSource& source, const Policy& policy) {
    std::vector<std::string> unclassified, unnamed;  // without a role; the same and those that have the default one
    const auto is_guard = [&](const std::string& name) {
        return std::any_of(policy.columns.begin(), policy.columns.end(),
                           [&](const ColumnPolicy& c) { return c.guard == name; });
    };
    for (const std::string& name : source.columns())
        if (const ColumnPolicy* known = policy.find(name); !is_guard(name) && (!known || known->by_default)) {
            unnamed.push_back(name);
            if (!known) unclassified.push_back(name);
        }
    for (const ColumnPolicy& column : policy.columns) {
        if (contains(source.columns(), column.name)) continue;
        // Gone on purpose, unless it looks like a slip of the pen.
        const bool may_be_gone =
            column.role == Role::identifier || column.role == Role::insensitive || column.role == Role::dropped;
        if (may_be_gone && !column.must_exist && !nearest(column.name, unnamed)) continue;
        return no_such_column(source, column.name);
    }
    if (!unclassified.empty())
        return input_error(
            format("{}: no role is given for {}; say what each is: an identifier ({}), quasi-identifier ({}), "
                   "sensitive ({}), insensitive ({}) or dropped ({}), or what all the others "
                   "are ({})",
                   source.name(), list_some(unclassified, unclassified.size()), field("id"), field("qi"),
                   field("sensitive"), field("insensitive"), field("drop"), field("default", "insensitive")));
    if (policy.columns_in(Role::quasi_identifier).empty())
        return input_error(
            format("no quasi-identifier is given: name at least one column with {} or in the policy", field("qi")));
    return {};
}

std::optional<hierarchy::Attribute> base_of(const std::string& column,
                                            const std::shared_ptr<const hierarchy::Hierarchy>& hierarchy,
                                            const DomainPtr& original) {
    if (hierarchy && original && original->has_null())
        return hierarchy::Attribute::over(column, std::make_shared<hierarchy::Hierarchy>(hierarchy->with_null()));
    if (hierarchy) return hierarchy::Attribute::over(column, hierarchy);
    if (original) return hierarchy::Attribute::flat(column, original);
    return std::nullopt;
}

std::optional<hierarchy::Attribute> base_of(const std::string& column, const hierarchy::Hierarchies& hierarchies,
                                            const DomainPtr& original) {
    const auto found = hierarchies.find(column);
    return base_of(column, found == hierarchies.end() ? nullptr : found->second, original);
}

Result<std::vector<Span>> spans_of(const Domain& printed, const hierarchy::Attribute& base) {
    const Domain& domain = base.domain();
    const hierarchy::Hierarchy* hierarchy = base.hierarchy_from_file();
    std::vector<Span> spans;
    std::vector<std::string> unknown;
    const auto known = [&](std::string_view label) {
        return hierarchy::span_of_label(label, domain, hierarchy).has_value();
    };
    auto labels = hierarchy::labels_among(printed, domain, known);
    if (!labels) return input_error(format("column {}: {}", quoted(base.name), labels.error().message));
    for (Code code = 0; code < printed.size(); ++code) {
        if (printed.has_null() && code == printed.null_code()) {
            spans.push_back(domain.has_null() ? Span::of(domain.null_code()) : domain.whole());
            continue;
        }
        const std::string& label = (*labels)[code];
        const auto span = hierarchy::span_of_label(label, domain, hierarchy);
        if (!span) unknown.push_back(label);
        spans.push_back(span.value_or(Span{}));
    }
    if (!unknown.empty())
        return input_error(
            format("column {}: {} {} unknown to {}: accepted are its values, '*', and spans such as '[20, 29]'",
                   quoted(base.name), list_some(unknown), unknown.size() == 1 ? "is" : "are",
                   hierarchy ? "its hierarchy" : "the original table"));
    return spans;
}

Result<Column> over_hierarchy(const std::string& name, const Column& column,
                              std::shared_ptr<const hierarchy::Hierarchy>& hierarchy) {
    const Domain& from = column.domain();
    const auto leaves =
        from.has_null() ? std::make_shared<const hierarchy::Hierarchy>(hierarchy->with_null()) : hierarchy;
    std::vector<Code> to(from.size(), 0);
    std::vector<std::string> unknown;
    const auto known = [&](std::string_view label) { return leaves->domain().find(label).has_value(); };
    auto labels = hierarchy::labels_among(from, leaves->domain(), known);
    if (!labels) return input_error(format("column {}: {}", quoted(name), labels.error().message));
    for (Code code = 0; code < from.values(); ++code) {
        const std::string& label = (*labels)[code];
        if (const auto found = leaves->domain().find(label))
            to[code] = *found;
        else
            unknown.push_back(label);
    }
    if (!unknown.empty())
        return input_error(
            format("column {}: {} {} no leaf of its hierarchy: add them to the hierarchy or mend the data",
                   quoted(name), list_some(unknown), unknown.size() == 1 ? "is" : "are"));
    if (from.has_null()) to[from.null_code()] = leaves->domain().null_code();

    Column moved(leaves->domain_ptr(), column.size());
    column.visit([&](auto source) {
        moved.visit([&](auto codes) {
            for (std::size_t row = 0; row < source.size(); ++row)
                codes[row] = static_cast<typename decltype(codes)::value_type>(to[source[row]]);
        });
    });
    hierarchy = leaves;
    return moved;
}

Result<std::vector<Span>> guard_spans(const std::string& name, const Domain& guards, const Domain& sensitive,
                                      const hierarchy::Hierarchy* hierarchy) {
    std::vector<Span> spans;
    for (Code code = 0; code < guards.size(); ++code) {
        if (guards.has_null() && code == guards.null_code()) {
            spans.push_back({});
            continue;
        }
        const auto span = hierarchy::span_of_label(guards.label(code), sensitive, hierarchy);
        if (!span)
            return input_error(
                format("guard column {}: {} is neither a value nor a hierarchy node of the sensitive column; an "
                       "empty cell guards nothing",
                       quoted(name), quoted(guards.label(code))));
        spans.push_back(*span);
    }
    return spans;
}

Result<double> weight_of(const ColumnPolicy& column) {
    if (column.weight.empty()) return 1.0;
    const auto weight = Ratio::parse(column.weight);
    if (!weight || *weight <= Ratio(0))
        return input_error(format("column {}: weight must be a number greater than 0, not {}", quoted(column.name),
                                  quoted(column.weight)));
    return weight->to_double();
}

}  // namespace scrim::subject
