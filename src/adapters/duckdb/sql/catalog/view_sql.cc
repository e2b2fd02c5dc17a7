#include "adapters/duckdb/sql/catalog/view_sql.h"

#include "adapters/duckdb/sql/catalog/named_items.h"
#include "kernel/core/text.h"

namespace scrim::sql {
namespace {

// Bytes that are ordered as the values are. (With the text, keys of numbers are bytes too.)
std::string sort_key(const std::string& column) {
    return format("create_sort_key({}, 'ASC NULLS LAST', '', 'ASC NULLS LAST')", column);
}

bool is_listed(const std::vector<views::GeneralizedColumn>& list, std::string_view column) {
    return find_named(list, column, [](const auto& item) { return std::string_view(item.column); }) != list.end();
}

}  // namespace

ViewSql::ViewSql(const ViewEntry& entry, const std::vector<std::string>& columns, const ProfileShape& profile,
                 const views::PrivacyPolicy* policy, std::string purpose, std::string recipient)
    : entry_(entry),
      view_(entry.definition),
      columns_(columns),
      profile_(profile),
      policy_(policy),
      purpose_(std::move(purpose)),
      recipient_(std::move(recipient)) {}

std::string ViewSql::base_column(std::string_view name) const { return "b." + quoted_name(name); }

std::string ViewSql::block(std::uint64_t version) const {
    return format("scrim_block({}::UBIGINT, {})", version, sort_key(base_column(view_.id)));
}

std::string ViewSql::histogram(std::uint64_t version, bool sensitive, bool persons) const {
    std::string list;
    for (std::size_t a = 0; a < view_.quasi_identifiers.size(); ++a)
        list += format("{} AS q{}, ", consented(view_.quasi_identifiers[a].column), a);
    list += format("{} AS k, ", k());
    if (view_.block > 0) list += block(version) + " AS block, ";
    if (sensitive)
        for (std::size_t s = 0; s < view_.sensitive.size(); ++s)
            list += format("{} AS s{}, ", consented(view_.sensitive[s].column), s);
    if (persons) list += format("{} AS person, ", base_column(view_.id));
    std::string all_consent;
    for (const auto& attribute : view_.quasi_identifiers) {
        const std::string condition = consent(attribute.column, time_).condition;
        all_consent += condition.empty() || refused_counts_ ? ", true" : format(", bool_and({})", condition);
    }
    return format("SELECT {}count(*) AS n{} FROM scrim_base AS b{} GROUP BY ALL", list, all_consent, profile_join());
}

std::string ViewSql::identifier_hashes() const {
    return format("SELECT CASE WHEN {0} IS NULL THEN 0::UBIGINT ELSE hash({0}) END FROM scrim_base AS b",
                  base_column(view_.id));
}

std::string ViewSql::sort_keys() const {
    return format("SELECT {} FROM scrim_base AS b ORDER BY {} ASC NULLS LAST", sort_key(base_column(view_.id)),
                  base_column(view_.id));
}

std::string ViewSql::sensitive_values(std::size_t attribute) const {
    const std::string& column = view_.sensitive[attribute].column;
    return format("SELECT DISTINCT {} FROM scrim_base AS b{}", consented(column), join_for_consent(column));
}

std::string ViewSql::rows(std::uint64_t version, ViewPlan plan, const std::string& reach,
                          const std::vector<std::size_t>& asked, const std::vector<char>& null_safe,
                          const std::vector<char>& sensitive_null_safe) const {
    const bool anonymize_first = plan == ViewPlan::anonymize_then_select;
    const auto equal = [](bool safe) { return safe ? "IS NOT DISTINCT FROM" : "="; };
    std::string hidden = "m.hidden";
    if (anonymize_first)
        hidden =
            format("scrim_hidden({}::UBIGINT, m.tuple, {})", version, base_column(view_.quasi_identifiers[0].column));
    if (nobody_hidden_) hidden = "false";
    std::string from = "scrim_base AS b" + profile_join() + " JOIN scrim_map AS m ON ";
    for (std::size_t a = 0; a < view_.quasi_identifiers.size(); ++a)
        from += format("{} {} m.q{} AND ", consented(view_.quasi_identifiers[a].column), equal(null_safe[a]), a);
    if (view_.block > 0) from += block(version) + " = m.block AND ";
    from += k() + " = m.k";
    std::vector<std::string> labels;
    for (std::size_t a = 0; a < view_.quasi_identifiers.size(); ++a)
        labels.push_back(anonymize_first ? format("scrim_label({}::UBIGINT, {}::UINTEGER, m.tuple, {})", version, a,
                                                  base_column(view_.quasi_identifiers[a].column))
                                         : format("m.l{}", a));
    std::vector<std::string> where;
    if (!reach.empty()) where.push_back(reach);
    // What is not shown satisfies no condition.
    for (const std::size_t a : asked)
        if (std::string condition = disclosed_if(view_.quasi_identifiers[a].column); !condition.empty())
            where.push_back(std::move(condition));
    return select(std::move(from), hidden, k() + " = 0", labels, sensitive_null_safe) +
           (where.empty() ? "" : " WHERE " + join(where, " AND "));
}

std::string ViewSql::select(std::string from, const std::string& hidden, const std::string& named,
                            const std::vector<std::string>& labels,
                            const std::vector<char>& sensitive_null_safe) const {
    const auto equal = [](bool safe) { return safe ? "IS NOT DISTINCT FROM" : "="; };
    std::vector<std::string> list;
    for (const std::string& column : columns_) {
        const auto quasi =
            find_named(view_.quasi_identifiers, column, [](const auto& c) { return std::string_view(c.column); });
        const auto sensitive =
            find_named(view_.sensitive, column, [](const auto& c) { return std::string_view(c.column); });
        std::string expression = base_column(column);
        if (same_sql_name(column, view_.id)) {
            expression = format("CASE WHEN {} THEN {} END", named, expression);
        } else if (quasi != view_.quasi_identifiers.end()) {
            expression = labels[static_cast<std::size_t>(quasi - view_.quasi_identifiers.begin())];
        } else if (sensitive != view_.sensitive.end()) {
            const auto s = static_cast<std::size_t>(sensitive - view_.sensitive.begin());
            if (sensitive->dgh.empty()) {
                expression = format("CASE WHEN NOT {} AND {} = 0 THEN {} END", hidden, level(), expression);
            } else {
                from += format(" JOIN scrim_sensitive_{0} AS s{0} ON {1} {2} s{0}.value AND {3} = s{0}.level", s,
                               consented(column), equal(sensitive_null_safe[s]), level());
                expression = format("CASE WHEN {0} THEN s{1}.top ELSE s{1}.label END", hidden, s);
            }
        } else if (same_sql_name(column, view_.profile.column)) {
            continue;  // it may tell who it is
        }
        expression = shown(column, expression);
        if (barrier_) expression = format("scrim_shown({})", expression);
        list.push_back(format("{} AS {}", expression, quoted_name(column)));
    }
    return format("SELECT {} FROM {}", join(list, ", "), from);
}

std::vector<std::string> ViewSql::shown_columns() const {
    std::vector<std::string> shown;
    for (const std::string& column : columns_)
        if (!same_sql_name(column, view_.profile.column) || same_sql_name(column, view_.id) ||
            is_listed(view_.quasi_identifiers, column) || is_listed(view_.sensitive, column))
            shown.push_back(column);
    return shown;
}

}  // namespace scrim::sql
