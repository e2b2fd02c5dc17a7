// The SQL of a materialized view: what its groups are made of, and what it shows of them.
#include "adapters/duckdb/sql/catalog/view_sql.h"
#include "kernel/core/text.h"
#include "methods/views/materialized/maintained_groups.h"

namespace scrim::sql {

std::string ViewSql::materialized_rows(const std::vector<char>& null_safe,
                                       const std::vector<char>& sensitive_null_safe) const {
    std::string from =
        "scrim_base AS b" + profile_join() +
        format(" JOIN scrim_members AS e ON CAST({} AS VARCHAR) = e.id JOIN scrim_map AS m ON e.grp = m.grp",
               base_column(view_.id));
    std::vector<std::string> labels;
    for (std::size_t a = 0; a < view_.quasi_identifiers.size(); ++a) {
        from += format(" JOIN scrim_exact_{0} AS x{0} ON {1} {2} x{0}.value", a,
                       consented(view_.quasi_identifiers[a].column), null_safe[a] ? "IS NOT DISTINCT FROM" : "=");
        labels.push_back(
            format("CASE WHEN e.grp = {0} THEN x{1}.label ELSE m.l{1} END", views::MaintainedGroups::exempt, a));
    }
    // Others count on whoever is, or was, in a group with them: a name would set them aside.
    const std::string named = format("{} = 0 AND e.grp = {}", k(), views::MaintainedGroups::exempt);
    return select(std::move(from), "m.hidden", named, labels, sensitive_null_safe);
}

std::string ViewSql::records() const {
    std::string list = format("CAST({} AS VARCHAR)", base_column(view_.id));
    for (const auto& attribute : view_.quasi_identifiers)
        list += format(", CAST({} AS VARCHAR)", consented(attribute.column));
    return format("SELECT {}, {} FROM scrim_base AS b{}", list, k(), profile_join());
}

std::string ViewSql::different_values(std::size_t attribute) const {
    const std::string& column = view_.quasi_identifiers[attribute].column;
    return format("SELECT DISTINCT {} FROM scrim_base AS b{}", consented(column), join_for_consent(column));
}

std::string ViewSql::exempt_values(std::size_t attribute) const {
    return format(
        "SELECT DISTINCT {} FROM scrim_base AS b{} JOIN scrim_members AS e ON CAST({} AS VARCHAR) = e.id WHERE e.grp = "
        "{}{}",
        consented(view_.quasi_identifiers[attribute].column), profile_join(), base_column(view_.id),
        views::MaintainedGroups::exempt, and_shown(attribute));
}

std::string ViewSql::shown_groups(std::size_t attribute) const {
    return format(
        "SELECT DISTINCT e.grp FROM scrim_base AS b{} JOIN scrim_members AS e ON CAST({} AS VARCHAR) = e.id WHERE "
        "true{}",
        profile_join(), base_column(view_.id), and_shown(attribute));
}

std::string ViewSql::and_shown(std::size_t attribute) const {
    const std::string condition = disclosed_if(view_.quasi_identifiers[attribute].column);
    return condition.empty() ? "" : " AND " + condition;
}

}  // namespace scrim::sql
