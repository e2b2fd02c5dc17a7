#include "methods/query/asked_query.h"

#include "kernel/core/names.h"
#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "methods/statdb/query/columns.h"
#include "methods/statdb/query/error.h"

#include <algorithm>

namespace scrim::querying {
namespace {

using namespace statdb::query;

std::vector<hierarchy::Attribute> named(const std::vector<std::string>& names) {
    std::vector<hierarchy::Attribute> attributes;
    for (const std::string& name : names) attributes.emplace_back().name = name;
    return attributes;
}

// Every comparison of a condition.
template <class F>
Result<void> visit_leaves(const ConditionSyntax& condition, F&& visit) {
    using Kind = ConditionSyntax::Kind;
    for (const ConditionSyntax& part : condition.parts) SCRIM_CHECK(visit_leaves(part, visit));
    const bool inner = condition.kind == Kind::negation || condition.kind == Kind::all_of ||
                       condition.kind == Kind::any_of || condition.kind == Kind::constant;
    return inner ? Result<void>() : visit(condition);
}

class Finder {
public:
    explicit Finder(const Released& released) {
        std::vector<std::string> names;
        for (const ReleasedColumn& column : released.columns) names.push_back(column.name);
        rows_ = named(names);
        if (released.parted) apart_.name = released.parted->column.name;
        has_apart_ = released.parted.has_value();
        asked_.used.resize(rows_.size());
        asked_.literals.resize(rows_.size());
    }

    Result<AskedQuery> find(const QuerySyntax& syntax) {
        for (const GroupSyntax& group : syntax.groups) {
            SCRIM_TRY(AskedGroup made, group_of(group));
            const bool known = std::any_of(asked_.groups.begin(), asked_.groups.end(),
                                           [&](const AskedGroup& other) { return other.same_as(made); });
            if (!known) asked_.groups.push_back(made);
        }
        bool any = false;
        for (const ItemSyntax& item : syntax.items) {
            SCRIM_TRY(AskedItem made, item_of(item));
            any |= !made.group;
            asked_.items.push_back(std::move(made));
        }
        if (!any)
            return query_error(syntax.items.front().place,
                               "nothing is counted; ask for COUNT(*), or SUM, AVG, MIN or MAX of a column");
        SCRIM_CHECK(visit_leaves(syntax.where, [&](const ConditionSyntax& leaf) -> Result<void> {
            SCRIM_TRY(const ColumnPlace place, place_of(leaf.column));
            auto& literals = place.apart ? asked_.literals_apart : asked_.literals[place.index];
            literals.insert(literals.end(), leaf.literals.begin(), leaf.literals.end());
            return {};
        }));
        return std::move(asked_);
    }

private:
    Result<ColumnPlace> place_of(const NameSyntax& name) {
        SCRIM_TRY(const QueryColumn column, find_column(name, AskableColumns(rows_, has_apart_ ? &apart_ : nullptr)));
        if (column.sensitive)
            asked_.uses_apart = true;
        else
            asked_.used[column.index] = true;
        return ColumnPlace{column.sensitive, column.index};
    }

    Result<AskedGroup> group_of(const GroupSyntax& syntax) {
        SCRIM_TRY(const ColumnPlace column, place_of(syntax.column));
        AskedGroup group{column, std::nullopt, syntax.level.place};
        if (!syntax.at_level) return group;
        const auto number = parse_decimal(syntax.level.text);
        if (!number || number->scale > 0 || number->units < 0 || number->units > 1000)
            return query_error(syntax.level.place,
                               format("{} is no level; levels are 0, 1, 2, …", printable(syntax.level.text)));
        group.level = static_cast<std::uint32_t>(number->units);
        return group;
    }

    Result<AskedItem> item_of(const ItemSyntax& syntax) {
        AskedItem item;
        item.title = syntax.title;
        item.place = syntax.place;
        if (!syntax.is_group) {
            item.aggregate = syntax.aggregate;
            item.function = syntax.function;
            if (item.aggregate == Aggregate::count) return item;
            if (item.aggregate == Aggregate::quantile)
                return query_error(syntax.place,
                                   format("{} of a release is not answered; ask for AVG, MIN or MAX", syntax.function));
            item.place = syntax.argument.place;
            SCRIM_TRY(item.argument, place_of(syntax.argument));
            return item;
        }
        SCRIM_TRY(const AskedGroup group, group_of(syntax.group));
        const auto found = std::find_if(asked_.groups.begin(), asked_.groups.end(),
                                        [&](const AskedGroup& known) { return known.same_as(group); });
        if (found == asked_.groups.end()) return no_group(syntax.place, syntax.title);
        item.group = static_cast<std::size_t>(found - asked_.groups.begin());
        return item;
    }

    std::vector<hierarchy::Attribute> rows_;
    hierarchy::Attribute apart_;
    bool has_apart_ = false;
    AskedQuery asked_;
};

}  // namespace

Result<std::vector<std::string>> names_in(const QuerySyntax& syntax, const std::vector<std::string>& all) {
    const auto columns = named(all);
    std::vector<std::string> names;
    const auto add = [&](const NameSyntax& name) -> Result<void> {
        SCRIM_TRY(const QueryColumn column, find_column(name, AskableColumns(columns)));
        if (!contains(names, column.name())) names.push_back(column.name());
        return {};
    };
    for (const ItemSyntax& item : syntax.items) {
        if (item.is_group) SCRIM_CHECK(add(item.group.column));
        if (!item.is_group && item.aggregate != Aggregate::count) SCRIM_CHECK(add(item.argument));
    }
    for (const GroupSyntax& group : syntax.groups) SCRIM_CHECK(add(group.column));
    SCRIM_CHECK(visit_leaves(syntax.where, [&](const ConditionSyntax& leaf) { return add(leaf.column); }));
    return names;
}

Result<AskedQuery> asked_query(const QuerySyntax& syntax, const Released& released) {
    return Finder(released).find(syntax);
}

}  // namespace scrim::querying
