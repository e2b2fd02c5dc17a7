#include "adapters/duckdb/sql/catalog/view_sql.h"

#include "adapters/duckdb/files/database.h"
#include "kernel/core/text.h"
#include "methods/views/materialized/maintained_groups.h"

#include <duckdb/parser/qualified_name.hpp>

#include <algorithm>

namespace scrim::sql {
namespace {

std::string q(std::string_view name) { return engine::sql_name(name); }

// Bytes that are ordered as the values are. (With the text, keys of numbers are bytes too.)
std::string sort_key(const std::string& column) {
    return format("create_sort_key({}, 'ASC NULLS LAST', '', 'ASC NULLS LAST')", column);
}

template <class List, class Name>
auto find_named(const List& list, std::string_view name, Name name_of) {
    return std::find_if(list.begin(), list.end(), [&](const auto& item) { return same_sql_name(name_of(item), name); });
}

bool is_listed(const std::vector<views::GeneralizedColumn>& list, std::string_view column) {
    return find_named(list, column, [](const auto& item) { return std::string_view(item.column); }) != list.end();
}

}  // namespace

std::string profile_table(const ViewEntry& entry) {
    duckdb::QualifiedName name = duckdb::QualifiedName::Parse(entry.definition.profile.table);
    if (name.schema.empty()) name.schema = entry.schema;
    if (name.catalog.empty()) name.catalog = entry.database;
    return q(name.catalog) + "." + q(name.schema) + "." + q(name.name);
}

bool ProfileShape::has(std::string_view column) const {
    return std::any_of(columns.begin(), columns.end(), [&](const auto& name) { return same_sql_name(name, column); });
}

ViewSql::ViewSql(const ViewEntry& entry, const std::vector<std::string>& columns, const ProfileShape& profile,
                 const views::PrivacyPolicy* policy, std::string purpose, std::string recipient)
    : entry_(entry),
      view_(entry.definition),
      columns_(columns),
      profile_(profile),
      policy_(policy),
      purpose_(std::move(purpose)),
      recipient_(std::move(recipient)) {}

std::string ViewSql::base_column(std::string_view name) const { return "b." + q(name); }

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
            where += format("{} lower({}) = lower({})", where.empty() ? " WHERE" : " AND", q(column),
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
        return profile_.unique ? q(column) : format("CASE WHEN count(*) = count({0}) THEN max({0}) END", q(column));
    };
    // What is computed here is computed once for each profile, not for each record.
    std::string list =
        format("{0}, CASE WHEN {1} IS NULL THEN {2} WHEN {1} < 0 THEN {3} ELSE least({1}, {4}) END::INTEGER AS scrim_k",
               q(profile_.key), number(view_.profile.k_column), missing_k, negative_k, largest_k);
    if (!view_.profile.level_column.empty())
        list += format(", CASE WHEN {0} IS NULL THEN {1} ELSE least(greatest({0}, 0), {1}) END::INTEGER AS scrim_level",
                       number(view_.profile.level_column), highest_level);
    for (const std::string& column : profile_columns()) {
        if (same_sql_name(column, profile_.key)) continue;
        const std::string name = q(column);
        if (profile_.unique)
            list += ", " + name;
        else if (is_time_limit(column))
            list += format(", min({0}) AS {0}", name);
        else
            list += format(", bool_and(coalesce({0}, false)) AS {0}", name);
    }
    // Where it loses nobody, the engine may join in any order.
    return format(" {} JOIN (SELECT {} FROM {}{}) AS p ON {} = p.{}", profile_.complete ? "INNER" : "LEFT", list,
                  profile_from(), profile_.unique ? "" : " GROUP BY " + q(profile_.key),
                  base_column(view_.profile.column), q(profile_.key));
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

bool ViewSql::has_time_limits() const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const std::string& column) { return !consent(column, time_).ends.empty(); });
}

std::string ViewSql::next_end() const {
    std::vector<std::string> ends;
    for (const std::string& column : columns_)
        for (const std::string& end : consent(column, time_).ends)
            ends.push_back(format("min({0}) FILTER (WHERE isfinite({0}) AND {0} > {1})", end, time_.timestamp));
    return format("SELECT epoch_us(least({})) - epoch_us({}) FROM scrim_base AS b{}", join(ends, ", "), time_.timestamp,
                  profile_join());
}

std::string ViewSql::sort_keys() const {
    return format("SELECT {} FROM scrim_base AS b ORDER BY {} ASC NULLS LAST", sort_key(base_column(view_.id)),
                  base_column(view_.id));
}

std::string ViewSql::sensitive_values(std::size_t attribute) const {
    const std::string& column = view_.sensitive[attribute].column;
    return format("SELECT DISTINCT {} FROM scrim_base AS b{}", consented(column), join_for_consent(column));
}

std::string ViewSql::levels() const {
    if (!view_.has_profile() || view_.profile.level_column.empty()) return format("SELECT {}::INTEGER", view_.level);
    return format(
        "SELECT DISTINCT CASE WHEN {0} IS NULL THEN {1} ELSE least(greatest({0}, 0), {1}) END::INTEGER FROM {2} UNION "
        "SELECT {1}",
        q(view_.profile.level_column), highest_level, profile_from());
}

std::string ViewSql::profile_doubles() const {
    return format("SELECT count({0}), count(DISTINCT {0}) FROM {1}", q(profile_.key), profile_from());
}

std::string ViewSql::consented(const std::string& column) const {
    const std::string condition = consent(column, time_).condition;
    if (condition.empty() || refused_counts_) return base_column(column);
    return format("CASE WHEN {} THEN {} END", condition, base_column(column));
}

std::string ViewSql::join_for_consent(const std::string& column) const {
    return consent(column, time_).condition.empty() ? "" : profile_join();
}

ViewSql::Consent ViewSql::consent(const std::string& column, const ConsentTime& time) const {
    std::vector<std::string> conditions, ends;
    const auto explicit_choice =
        find_named(view_.disclose, column, [](const auto& d) { return std::string_view(d.column); });
    std::string choice;
    if (explicit_choice != view_.disclose.end())
        choice = explicit_choice->choice;
    else if (view_.has_profile() && profile_.has(column + "_op"))
        choice = column + "_op";
    const views::PolicyRule* rule = nullptr;
    if (policy_ != nullptr) {
        const auto found = std::find_if(policy_->rules.begin(), policy_->rules.end(), [&](const views::PolicyRule& r) {
            return same_sql_name(r.purpose, purpose_) && same_sql_name(r.recipient, recipient_) &&
                   same_sql_name(r.attribute, column);
        });
        if (found == policy_->rules.end()) return {"false", {}};
        rule = &*found;
        if (rule->choice == views::PolicyRule::Choice::opt_in && choice.empty()) return {"false", {}};
        if (rule->retention == "0 days") return {"false", {}};
    }
    if (!choice.empty() && (rule == nullptr || rule->choice != views::PolicyRule::Choice::always ||
                            explicit_choice != view_.disclose.end())) {
        const bool unless_said = rule != nullptr && rule->choice == views::PolicyRule::Choice::opt_out;
        conditions.push_back(format("coalesce(p.{}, {})", q(choice), unless_said));
    }
    const auto retained = find_named(view_.retain, column, [](const auto& r) { return std::string_view(r.column); });
    const auto until = [&](const std::string& name) {
        conditions.push_back(
            format("coalesce(CAST(p.{0} AS DATE) >= {2}, p.{1} IS NOT NULL)", q(name), q(profile_.key), time.date));
        ends.push_back(format("TRY(CAST(CAST(p.{} AS DATE) + 1 AS TIMESTAMP))", q(name)));
    };
    const auto since = [&](const std::string& name, const std::string& period) {
        // (What lies ahead is not added to: infinity and the last of days have nothing after them.)
        conditions.push_back(
            format("coalesce(CASE WHEN TRY_CAST({0} AS DATE) > {2} THEN true WHEN isfinite(TRY_CAST({0} AS TIMESTAMP)) "
                   "THEN TRY_CAST({0} AS TIMESTAMP) + INTERVAL {1} >= {3} END, false)",
                   base_column(name), engine::sql_text(period), time.date, time.timestamp));
        ends.push_back(format("TRY(CAST({} AS TIMESTAMP) + INTERVAL {})", base_column(name), engine::sql_text(period)));
    };
    if (retained != view_.retain.end()) {
        if (retained->until.empty())
            since(retained->since, retained->period);
        else
            until(retained->until);
    } else if (view_.has_profile() && profile_.has(column + "_until")) {
        until(column + "_until");
    }
    if (rule != nullptr && !rule->retention.empty()) {
        if (policy_->since.empty()) return {"false", {}};  // nobody knows since when
        since(policy_->since, rule->retention);
    }
    return {join(conditions, " AND "), std::move(ends)};
}

std::string ViewSql::shown(const std::string& column, const std::string& expression) const {
    const std::string condition = disclosed_if(column);
    if (condition.empty()) return expression;
    return format("CASE WHEN {} THEN {} END", condition, expression);
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

std::string ViewSql::purposes() const {
    return format("SELECT DISTINCT {}, {} FROM {} ORDER BY ALL",
                  profile_.purpose ? "coalesce(lower(purpose), '')" : "''",
                  profile_.recipient ? "coalesce(lower(recipient), '')" : "''", profile_table(entry_));
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
        list.push_back(format("{} AS {}", expression, q(column)));
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

std::vector<std::string> ViewSql::limits() const {
    std::vector<std::string> limits;
    for (const std::string& column : shown_columns())
        if (const std::string condition = disclosed_if(column); !condition.empty())
            limits.push_back(condition == "false" ? format("{}: never shown", column)
                                                  : format("{}: shown if {}", column, condition));
    return limits;
}

}  // namespace scrim::sql
