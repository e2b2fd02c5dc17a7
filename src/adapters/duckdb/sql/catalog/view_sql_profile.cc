// The profile in the SQL of a view: whose wishes there are, for which purpose and recipient.
#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/catalog/named_items.h"
#include "adapters/duckdb/sql/catalog/view_sql.h"
#include "kernel/core/text.h"

#include <duckdb/parser/qualified_name.hpp>

#include <algorithm>

namespace scrim::sql {

std::string profile_table(const ViewEntry& entry) {
    duckdb::QualifiedName name = duckdb::QualifiedName::Parse(entry.definition.profile.table);
    if (name.schema.empty()) name.schema = entry.schema;
    if (name.catalog.empty()) name.catalog = entry.database;
    return quoted_name(name.catalog) + "." + quoted_name(name.schema) + "." + quoted_name(name.name);
}

bool ProfileShape::has(std::string_view column) const {
    return std::any_of(columns.begin(), columns.end(), [&](const auto& name) { return same_sql_name(name, column); });
}

bool ViewSql::is_time_limit(const std::string& column) const {
    if (find_named(view_.retain, column, [](const auto& r) { return std::string_view(r.until); }) != view_.retain.end())
        return true;
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const auto& c) { return same_sql_name(c + "_until", column); });
}

// What rows() and others need of the profile, besides its key.
std::vector<std::string> ViewSql::profile_columns() const {
    std::vector<std::string> needed;
    const auto need = [&](const std::string& name) {
        if (!name.empty() &&
            find_named(needed, name, [](const auto& n) { return std::string_view(n); }) == needed.end())
            needed.push_back(name);
    };
    for (const views::Disclosure& disclosure : view_.disclose) need(disclosure.choice);
    for (const views::Retention& retention : view_.retain) need(retention.until);
    for (const std::string& column : columns_)
        for (const char* suffix : {"_op", "_until"})
            if (profile_.has(column + suffix)) need(column + suffix);
    return needed;
}

std::string ViewSql::profile_from() const {
    std::string where;
    const auto add = [&](bool has, std::string_view column, const std::string& value) {
        if (has)
            where += format("{} lower({}) = lower({})", where.empty() ? " WHERE" : " AND", quoted_name(column),
                            engine::sql_text(value));
    };
    add(profile_.purpose, "purpose", purpose_);
    add(profile_.recipient, "recipient", recipient_);
    return profile_table(entry_) + where;
}

std::string ViewSql::profile_join() const {
    if (!view_.has_profile()) return "";
    // Of several rows the strictest.
    const auto number = [&](const std::string& column) {
        return profile_.unique ? quoted_name(column)
                               : format("CASE WHEN count(*) = count({0}) THEN max({0}) END", quoted_name(column));
    };
    // What is computed here is computed once for each profile, not for each record.
    std::string list =
        format("{0}, CASE WHEN {1} IS NULL THEN {2} WHEN {1} < 0 THEN {3} ELSE least({1}, {4}) END::INTEGER AS scrim_k",
               quoted_name(profile_.key), number(view_.profile.k_column), missing_k, negative_k, largest_k);
    if (!view_.profile.level_column.empty())
        list += format(", CASE WHEN {0} IS NULL THEN {1} ELSE least(greatest({0}, 0), {1}) END::INTEGER AS scrim_level",
                       number(view_.profile.level_column), highest_level);
    for (const std::string& column : profile_columns()) {
        if (same_sql_name(column, profile_.key)) continue;
        const std::string name = quoted_name(column);
        if (profile_.unique)
            list += ", " + name;
        else if (is_time_limit(column))
            list += format(", min({0}) AS {0}", name);
        else
            list += format(", bool_and(coalesce({0}, false)) AS {0}", name);
    }
    // Where it loses nobody, the engine may join in any order.
    return format(" {} JOIN (SELECT {} FROM {}{}) AS p ON {} = p.{}", profile_.complete ? "INNER" : "LEFT", list,
                  profile_from(), profile_.unique ? "" : " GROUP BY " + quoted_name(profile_.key),
                  base_column(view_.profile.column), quoted_name(profile_.key));
}

std::string ViewSql::k() const {
    if (!view_.has_profile()) return format("{}::INTEGER", view_.k);
    return profile_.complete ? "p.scrim_k" : format("coalesce(p.scrim_k, {})", missing_k);
}

std::string ViewSql::level() const {
    if (!view_.has_profile()) return format("{}::INTEGER", view_.level);
    if (view_.profile.level_column.empty()) return "0::INTEGER";
    return profile_.complete ? "p.scrim_level" : format("coalesce(p.scrim_level, {})", highest_level);
}

std::string ViewSql::levels() const {
    if (!view_.has_profile() || view_.profile.level_column.empty()) return format("SELECT {}::INTEGER", view_.level);
    return format(
        "SELECT DISTINCT CASE WHEN {0} IS NULL THEN {1} ELSE least(greatest({0}, 0), {1}) END::INTEGER FROM {2} UNION "
        "SELECT {1}",
        quoted_name(view_.profile.level_column), highest_level, profile_from());
}

std::string ViewSql::profile_doubles() const {
    return format("SELECT count({0}), count(DISTINCT {0}) FROM {1}", quoted_name(profile_.key), profile_from());
}

std::string ViewSql::purposes() const {
    return format("SELECT DISTINCT {}, {} FROM {} ORDER BY ALL",
                  profile_.purpose ? "coalesce(lower(purpose), '')" : "''",
                  profile_.recipient ? "coalesce(lower(recipient), '')" : "''", profile_table(entry_));
}

}  // namespace scrim::sql
