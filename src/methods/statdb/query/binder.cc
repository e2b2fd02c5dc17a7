#include "methods/statdb/query/binder.h"

#include "kernel/core/number_text.h"
#include "methods/statdb/query/columns.h"
#include "methods/statdb/query/error.h"
#include "methods/statdb/query/parser.h"
#include "methods/statdb/query/where_binder.h"

#include <algorithm>

namespace scrim::statdb::query {
namespace {

using Aggregate = Query::Aggregate;
using Group = Query::Group;

bool same(const Group& a, const Group& b) { return a.column == b.column && a.level == b.level; }

Result<std::uint32_t> bind_level(const LiteralSyntax& level, const hierarchy::Attribute& column) {
    const std::uint32_t height = column.hierarchy->height();
    const auto number = parse_decimal(level.text);
    if (!number || number->scale > 0 || number->units < 0 || number->units > height)
        return query_error(level.place, format("{} has no level {}; its levels are 0 to {}", quoted(column.name),
                                               printable(level.text), height));
    return static_cast<std::uint32_t>(number->units);
}

Result<Group> bind_group(const GroupSyntax& syntax, const StatSchema& schema) {
    SCRIM_TRY(const QueryColumn column, find_column(syntax.column, schema));
    if (column.sensitive)
        return query_error(syntax.column.place,
                           format("{} is the sensitive attribute, which cannot be a group; group by a "
                                  "quasi-identifier, or ask for each value with WHERE",
                                  quoted(column.name())));
    SCRIM_TRY(const std::uint32_t level, bind_level(syntax.level, *column.column));
    return Group{column.index, level};
}

Result<void> check_aggregate(const ItemSyntax& item, const StatSchema& schema) {
    if (item.aggregate == Aggregate::count) return {};
    SCRIM_TRY(const QueryColumn column, find_column(item.argument, schema));
    const std::string function = printable(item.function);
    if (!column.sensitive)
        return query_error(item.argument.place,
                           format("{} is of the sensitive attribute, {}, and {} is a quasi-identifier", function,
                                  quoted(schema.sensitive.name), quoted(column.name())));
    const Domain::Kind kind = column.domain().kind();
    if (kind == Domain::Kind::text)
        return query_error(item.argument.place, format("{} needs numbers and {} holds text; ask for COUNT(*)", function,
                                                       quoted(column.name())));
    const bool by_order = item.aggregate == Aggregate::min || item.aggregate == Aggregate::max;
    if (kind != Domain::Kind::number && !by_order)
        return query_error(item.argument.place,
                           format("{} needs numbers and {} holds {}; ask for MIN, MAX or COUNT(*)", function,
                                  quoted(column.name()), kind == Domain::Kind::date ? "dates" : "times"));
    return {};
}

Result<Ratio> bind_quantile(const LiteralSyntax& share) {
    const auto read = share.kind == LiteralSyntax::Kind::number ? Ratio::parse(share.text) : std::nullopt;
    if (!read || read->infinite() || *read <= Ratio(0) || *read >= Ratio(1))
        return query_error(share.place, format("a quantile is a share above 0 and below 1, such as 0.9, not {}; there "
                                               "are MIN and MAX, too",
                                               printable(share.text)));
    return read->reduced();
}

Result<Query::Item> bind_item(const ItemSyntax& syntax, const std::vector<Group>& groups, const StatSchema& schema) {
    Query::Item item{syntax.is_group, syntax.aggregate, 0, {}, syntax.title};
    if (!syntax.is_group) {
        SCRIM_CHECK(check_aggregate(syntax, schema));
        if (syntax.aggregate == Aggregate::quantile) {
            SCRIM_TRY(item.quantile, bind_quantile(syntax.quantile));
        }
        return item;
    }
    SCRIM_TRY(const Group group, bind_group(syntax.group, schema));
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const Group& known) { return same(known, group); });
    if (found == groups.end()) return no_group(syntax.place, syntax.title);
    item.group = static_cast<std::size_t>(found - groups.begin());
    return item;
}

}  // namespace

Result<Query> bind_query(const QuerySyntax& syntax, const StatSchema& schema) {
    Query query;
    for (const GroupSyntax& written : syntax.groups) {
        SCRIM_TRY(const Group group, bind_group(written, schema));
        const bool known = std::any_of(query.groups.begin(), query.groups.end(),
                                       [&](const Group& other) { return same(other, group); });
        if (!known) query.groups.push_back(group);
    }
    bool any_aggregate = false;
    for (const ItemSyntax& written : syntax.items) {
        SCRIM_TRY(Query::Item item, bind_item(written, query.groups, schema));
        any_aggregate |= !item.is_group;
        query.items.push_back(std::move(item));
    }
    if (!any_aggregate)
        return query_error(syntax.items.front().place,
                           "nothing is counted; ask for COUNT(*), or SUM, AVG, MIN or MAX of the sensitive attribute");
    SCRIM_TRY(BoundWhere where, bind_where(syntax.where, schema));
    query.rows = std::move(where.rows);
    query.values = std::move(where.values);
    query.asks_for_values = where.asks_for_values;
    return query;
}

}  // namespace scrim::statdb::query

namespace scrim::statdb {

Result<Query> parse_query(std::string_view text, const StatSchema& schema) {
    SCRIM_TRY(const query::QuerySyntax syntax, query::parse_query_syntax(text));
    return bind_query(syntax, schema);
}

}  // namespace scrim::statdb
