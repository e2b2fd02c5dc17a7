#include "methods/statdb/query_groups.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"

#include <algorithm>

namespace scrim::statdb {
namespace {

constexpr std::size_t most_groups = 10'000;

// The part of a condition within a span of one column.
Condition within(const Condition& rows, std::size_t column, Span span) {
    std::vector<Condition> parts;
    if (rows.kind == Condition::Kind::all_of)
        parts = rows.parts;
    else
        parts.push_back(rows);
    // Narrow what is already said of the column, so that ranges stay ranges.
    for (Condition& part : parts) {
        if (part.kind != Condition::Kind::in || part.column != column) continue;
        std::vector<Span> common;
        for (const Span own : part.spans)
            if (own.overlaps(span)) common.push_back({std::max(own.lo, span.lo), std::min(own.hi, span.hi)});
        part.spans = std::move(common);
        return Condition::all_of(std::move(parts));
    }
    parts.push_back(Condition::in(column, {span}));
    return Condition::all_of(std::move(parts));
}

}  // namespace

std::vector<Span> nodes_at(const hierarchy::Attribute& column, std::uint32_t level) {
    std::vector<Span> nodes;
    for (Code code = 0; code < column.domain().size(); code = nodes.back().hi)
        nodes.push_back(column.hierarchy->at_level(code, level).span);
    return nodes;
}

Result<QueryGroups> QueryGroups::of(const StatSchema& schema, const Query& query) {
    QueryGroups groups(schema, query);
    for (const Query::Item& item : query.items)
        if (item.is_group) groups.shown_.push_back(item.group);
    for (const Query::Group& group : query.groups) {
        groups.nodes_.push_back(nodes_at(schema.quasi_identifiers[group.column], group.level));
        groups.size_ *= groups.nodes_.back().size();
        if (groups.size_ > most_groups)
            return input_error(format("GROUP BY makes more than {} groups; use level(column, n) for coarser ones",
                                      with_thousands(most_groups)));
    }
    return groups;
}

QueryGroup QueryGroups::operator[](std::size_t number) const {
    QueryGroup made{query_.rows, {}};
    std::vector<std::optional<std::string>> labels(nodes_.size());
    for (std::size_t g = nodes_.size(); g-- > 0;) {
        const Span span = nodes_[g][number % nodes_[g].size()];
        number /= nodes_[g].size();
        const Query::Group& group = query_.groups[g];
        const hierarchy::Attribute& column = schema_.quasi_identifiers[group.column];
        const bool is_null = span.width() == 1 && column.domain().has_null() && span.lo == column.domain().null_code();
        if (!is_null)
            labels[g] = group.level == 0 ? column.domain().label(span.lo)
                                         : column.hierarchy->at_level(span.lo, group.level).label;
        made.rows = within(made.rows, group.column, span);
    }
    for (const std::size_t g : shown_) made.labels.push_back(labels[g]);
    return made;
}

}  // namespace scrim::statdb
