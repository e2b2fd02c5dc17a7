#include "adapters/postgres/view_sql.h"

#include "adapters/postgres/sql_text.h"
#include "kernel/core/text.h"
#include "methods/views/materialized/maintained_groups.h"

#include <algorithm>

namespace scrim::postgres {
ViewSql::ViewSql(const View& view, std::string purpose, std::string recipient, std::int64_t moment)
    : view_(view),
      definition_(view.definition),
      purpose_(std::move(purpose)),
      recipient_(std::move(recipient)),
      timestamp_(format("(timestamp '1970-01-01' + interval '{} seconds' + interval '{} microseconds')",
                        moment / 1'000'000, moment % 1'000'000)) {
    date_ = format("({}::date)", timestamp_);
}

std::string ViewSql::base(std::string_view column) const { return "b." + sql_name(view_.column(column).name); }

// As a whole number or, in its bytes, as text: what values are equal must not depend on a collation.
std::string ViewSql::cell(const QueryColumn& column, const std::string& expression) const {
    return cell_type(column) == CellType::whole ? format("({})::int8", expression)
                                                : format("(({})::text COLLATE \"C\")", expression);
}

std::string ViewSql::base_query() const {
    const std::string query = "(" + definition_.engine_query + "\n)";
    if (definition_.block == 0) return query + " AS b";
    // The block of equal identifiers is that of the first one.
    const QueryColumn& id = view_.column(definition_.id);
    return format("(SELECT *, (rank() OVER (ORDER BY {} NULLS LAST) - 1) / {} AS scrim_block FROM {} AS b) AS b",
                  cell(id, base(id.name)), definition_.block, query);
}

std::string ViewSql::k() const {
    if (!definition_.has_profile()) return format("{}::int8", definition_.k);
    return format("coalesce(p.scrim_k, {})::int8", missing_k);
}

std::string ViewSql::level() const {
    if (!definition_.has_profile()) return format("{}::int8", definition_.level);
    if (definition_.profile.level_column.empty()) return "0::int8";
    return format("coalesce(p.scrim_level, {})::int8", highest_level);
}

Reading ViewSql::is_one_record_each() const {
    const QueryColumn& id = view_.column(definition_.id);
    return {format("SELECT count(*) = count(DISTINCT {}) FROM {}", cell(id, base(id.name)), base_query()),
            {CellType::boolean}};
}

Reading ViewSql::histogram(bool sensitive, bool persons) const {
    Reading reading;
    std::vector<std::string> list;
    const auto add = [&](std::string expression, CellType type) {
        list.push_back(std::move(expression));
        reading.types.push_back(type);
    };
    for (const auto& attribute : definition_.quasi_identifiers) {
        const QueryColumn& column = view_.column(attribute.column);
        add(cell(column, consented(column.name)), cell_type(column));
    }
    add(k(), CellType::whole);
    if (definition_.block > 0) add("b.scrim_block", CellType::whole);
    if (sensitive)
        for (const auto& attribute : definition_.sensitive) {
            const QueryColumn& column = view_.column(attribute.column);
            add(cell(column, consented(column.name)), cell_type(column));
        }
    if (persons) {
        const QueryColumn& id = view_.column(definition_.id);
        add(cell(id, base(id.name)), cell_type(id));
    }
    std::vector<std::string> groups;
    for (std::size_t i = 1; i <= list.size(); ++i) groups.push_back(format("{}", i));
    add("count(*)", CellType::whole);
    for (const auto& attribute : definition_.quasi_identifiers) {
        const std::string condition = consent(attribute.column).condition;
        add(condition.empty() ? "true" : format("bool_and({})", condition), CellType::boolean);
    }
    reading.sql =
        format("SELECT {} FROM {}{} GROUP BY {}", join(list, ", "), base_query(), profile_join(), join(groups, ", "));
    return reading;
}

Reading ViewSql::sensitive_values(std::size_t attribute) const {
    const QueryColumn& column = view_.column(definition_.sensitive[attribute].column);
    const bool limited = !consent(column.name).condition.empty();
    return {format("SELECT DISTINCT {} FROM {}{}", cell(column, consented(column.name)), base_query(),
                   limited ? profile_join() : ""),
            {cell_type(column)}};
}

ViewSql::Rows ViewSql::rows(const std::string& reach, const std::vector<char>& wanted) const {
    Rows rows;
    std::vector<std::string> list;
    const auto add = [&](std::string expression, CellType type) {
        list.push_back(std::move(expression));
        rows.reading.types.push_back(type);
        return list.size() - 1;
    };
    for (const auto& attribute : definition_.quasi_identifiers) {
        const QueryColumn& column = view_.column(attribute.column);
        rows.quasi.push_back(add(cell(column, consented(column.name)), cell_type(column)));
    }
    rows.k = add(k(), CellType::whole);
    if (definition_.block > 0) rows.block = add("b.scrim_block", CellType::whole);
    if (edition_) {
        rows.group = add("e.grp", CellType::whole);
        rows.kept_k = add("e.k", CellType::whole);
        rows.reading.kept = true;
    }
    const std::vector<View::Shown> shown = view_.shown();
    rows.sensitive.assign(definition_.sensitive.size(), Rows::none);
    rows.consent.assign(shown.size(), Rows::none);
    rows.plain.assign(shown.size(), Rows::none);
    using As = View::Shown::As;
    for (std::size_t c = 0; c < shown.size(); ++c) {
        if (!wanted[c] || (shown[c].as != As::quasi && shown[c].as != As::node)) continue;
        const QueryColumn& column = view_.column(shown[c].name);
        if (shown[c].as == As::node) {
            if (rows.level == Rows::none) rows.level = add(level(), CellType::whole);
            rows.sensitive[shown[c].index] = add(cell(column, consented(column.name)), cell_type(column));
        }
        if (const std::string condition = consent(column.name).condition; !condition.empty())
            rows.consent[c] = add(format("({})", condition), CellType::boolean);
    }
    // What is handed through, behind all that is looked at.
    for (std::size_t c = 0; c < shown.size(); ++c) {
        if (!wanted[c] || shown[c].as == As::quasi || shown[c].as == As::node) continue;
        std::vector<std::string> conditions;
        if (shown[c].as == As::identifier) conditions.push_back(k() + " = 0");
        // Others count on whoever is, or was, in a group with them: a name would set them aside.
        if (shown[c].as == As::identifier && edition_)
            conditions.push_back(format("e.grp = {}", views::MaintainedGroups::exempt));
        if (shown[c].as == As::plain_sensitive) conditions.push_back(level() + " = 0");
        if (const std::string condition = consent(shown[c].name).condition; !condition.empty())
            conditions.push_back(condition);
        const std::string own = base(shown[c].name);
        rows.plain[c] = list.size();
        list.push_back(conditions.empty() ? own : format("CASE WHEN {} THEN {} END", join(conditions, " AND "), own));
    }
    rows.reading.sql = format("SELECT {} FROM {}{}{}{}", join(list, ", "), base_query(), profile_join(),
                              edition_ ? members_join(!reach.empty()) : "", reach.empty() ? "" : " WHERE " + reach);
    return rows;
}

std::string ViewSql::is_one_of(std::size_t attribute, const std::vector<std::string>& values) const {
    std::vector<std::string> list;
    for (const std::string& value : values) list.push_back(sql_string(value));
    return format("{} IN ({})", base(definition_.quasi_identifiers[attribute].column), join(list, ", "));
}

}  // namespace scrim::postgres
