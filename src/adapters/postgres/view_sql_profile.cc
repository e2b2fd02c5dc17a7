// The profile in the SQL of a view: whose wishes there are, for which purpose and recipient, and what they consent to.
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/view_sql.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::postgres {
namespace {

// The profile's own spelling of a column.
const std::string& spelled(const std::vector<QueryColumn>& columns, std::string_view name) {
    return std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return same_name(c.name, name); })->name;
}

// In bytes, where it is text: '=' of some collations takes different names for one.
std::string key_text(const QueryColumn& column, const std::string& expression) {
    return column.kind == QueryColumn::Kind::text ? expression + " COLLATE \"C\"" : expression;
}

}  // namespace

std::string ViewSql::spelled_in_profile(std::string_view column) const {
    return sql_name(spelled(view_.profile, column));
}

std::string ViewSql::profile_rows() const {
    std::vector<std::string> where;
    const auto add = [&](std::string_view column, const std::string& value) {
        if (view_.profile_has(column))
            where.push_back(format("lower({}::text COLLATE \"C\") = lower({} COLLATE \"C\")",
                                   sql_name(spelled(view_.profile, column)), sql_string(value)));
    };
    add("purpose", purpose_);
    add("recipient", recipient_);
    return definition_.profile.table + (where.empty() ? "" : " WHERE " + join(where, " AND "));
}

Reading ViewSql::profile_doubles() const {
    const QueryColumn& own = view_.column(definition_.profile.column);
    const std::string key = key_text(own, sql_name(spelled(view_.profile, view_.key)));
    return {format("SELECT count({0}), count(DISTINCT {0}) FROM {1}", key, profile_rows()),
            {CellType::whole, CellType::whole}};
}

bool ViewSql::is_time_limit(const std::string& column) const {
    const auto& retain = definition_.retain;
    return std::any_of(retain.begin(), retain.end(), [&](const auto& r) { return same_name(r.until, column); }) ||
           std::any_of(view_.columns.begin(), view_.columns.end(),
                       [&](const auto& c) { return same_name(c.name + "_until", column); });
}

std::vector<std::string> ViewSql::profile_columns() const {
    std::vector<std::string> needed;
    const auto need = [&](const std::string& name) {
        if (name.empty()) return;
        const std::string& own = spelled(view_.profile, name);
        if (std::find(needed.begin(), needed.end(), own) == needed.end()) needed.push_back(own);
    };
    for (const auto& disclosure : definition_.disclose) need(disclosure.choice);
    for (const auto& retention : definition_.retain) need(retention.until);
    for (const QueryColumn& column : view_.columns)
        for (const char* suffix : {"_op", "_until"})
            if (view_.profile_has(column.name + suffix)) need(column.name + suffix);
    return needed;
}

std::string ViewSql::profile_join() const {
    if (!definition_.has_profile()) return "";
    const QueryColumn& own = view_.column(definition_.profile.column);
    const std::string key = sql_name(spelled(view_.profile, view_.key));
    // Of several rows the strictest.
    const auto number = [&](const std::string& column) {
        const std::string name = sql_name(spelled(view_.profile, column));
        return unique_ ? name : format("CASE WHEN count(*) = count({0}) THEN max({0}) END", name);
    };
    std::string list = format(
        "{0} AS scrim_key, CASE WHEN {1} IS NULL THEN {2} WHEN {1} < 0 THEN {3} ELSE least({1}, {4}) END AS scrim_k",
        key_text(own, key), number(definition_.profile.k_column), missing_k, negative_k, largest_k);
    if (!definition_.profile.level_column.empty())
        list += format(", CASE WHEN {0} IS NULL THEN {1} ELSE least(greatest({0}, 0), {1}) END AS scrim_level",
                       number(definition_.profile.level_column), highest_level);
    for (const std::string& column : profile_columns()) {
        if (same_name(column, view_.key)) continue;
        const std::string name = sql_name(column);
        if (unique_)
            list += ", " + name;
        else if (is_time_limit(column))
            list += format(", min({0}) AS {0}", name);
        else
            list += format(", bool_and(coalesce({0}, false)) AS {0}", name);
    }
    return format(" LEFT JOIN (SELECT {} FROM {}{}) AS p ON {} = {}", list, profile_rows(),
                  unique_ ? "" : " GROUP BY " + key_text(own, key), key_text(own, base(own.name)),
                  key_text(own, "p.scrim_key"));
}

ViewSql::Consent ViewSql::consent(const std::string& column) const {
    std::vector<std::string> conditions, ends;
    const auto disclosed = std::find_if(definition_.disclose.begin(), definition_.disclose.end(),
                                        [&](const auto& d) { return same_name(d.column, column); });
    std::string choice;
    if (disclosed != definition_.disclose.end())
        choice = disclosed->choice;
    else if (view_.profile_has(column + "_op"))
        choice = column + "_op";
    const views::PolicyRule* rule = nullptr;
    if (view_.policy) {
        const auto& rules = view_.policy->rules;
        const auto found = std::find_if(rules.begin(), rules.end(), [&](const views::PolicyRule& r) {
            return same_name(r.purpose, purpose_) && same_name(r.recipient, recipient_) &&
                   same_name(r.attribute, column);
        });
        if (found == rules.end()) return {"false", {}};
        rule = &*found;
        if (rule->choice == views::PolicyRule::Choice::opt_in && choice.empty()) return {"false", {}};
        if (rule->retention == "0 days") return {"false", {}};
    }
    if (!choice.empty() && (rule == nullptr || rule->choice != views::PolicyRule::Choice::always ||
                            disclosed != definition_.disclose.end())) {
        const bool unless_said = rule != nullptr && rule->choice == views::PolicyRule::Choice::opt_out;
        conditions.push_back(format("coalesce(p.{}, {})", sql_name(spelled(view_.profile, choice)), unless_said));
    }
    const auto until = [&](const std::string& name) {
        const std::string own = "p." + sql_name(spelled(view_.profile, name));
        conditions.push_back(format("coalesce({}::date >= {}, p.scrim_key IS NOT NULL)", own, date_));
        ends.push_back(format("CASE WHEN isfinite({0}::date) THEN ({0}::date + 1)::timestamp END", own));
    };
    const auto since = [&](const std::string& name, const std::string& period) {
        const std::string own = base(name) + "::timestamp",
                          behind = format("{} + interval {}", own, sql_string(period));
        conditions.push_back(
            format("coalesce(CASE WHEN {0}::date > {1} THEN true WHEN isfinite({0}) THEN {2} >= {3} END, "
                   "false)",
                   own, date_, behind, timestamp_));
        ends.push_back(format("CASE WHEN isfinite({0}) AND {0}::date <= {1} THEN {2} END", own, date_, behind));
        ends.push_back(format("CASE WHEN isfinite({0}) AND {0}::date > {1} THEN {0} END", own, date_));
    };
    const auto retained = std::find_if(definition_.retain.begin(), definition_.retain.end(),
                                       [&](const auto& r) { return same_name(r.column, column); });
    if (retained != definition_.retain.end()) {
        if (retained->until.empty())
            since(retained->since, retained->period);
        else
            until(retained->until);
    } else if (view_.profile_has(column + "_until")) {
        until(column + "_until");
    }
    if (rule != nullptr && !rule->retention.empty()) {
        if (view_.policy->since.empty()) return {"false", {}};  // nobody knows since when
        since(view_.policy->since, rule->retention);
    }
    return {join(conditions, " AND "), std::move(ends)};
}

// The value of a column where its owner consents to show it, otherwise NULL: all that labels may depend on.
std::string ViewSql::consented(const std::string& column) const {
    const std::string condition = consent(column).condition;
    if (condition.empty()) return base(column);
    return format("CASE WHEN {} THEN {} END", condition, base(column));
}

bool ViewSql::has_time_limits() const {
    return std::any_of(view_.columns.begin(), view_.columns.end(),
                       [&](const QueryColumn& column) { return !consent(column.name).ends.empty(); });
}

Reading ViewSql::next_end() const {
    std::vector<std::string> ends;
    for (const QueryColumn& column : view_.columns)
        for (const std::string& end : consent(column.name).ends)
            ends.push_back(format("min(CASE WHEN {0} > {1} THEN {0} END)", end, timestamp_));
    return {format("SELECT (extract(epoch FROM least({})) * 1000000)::int8 FROM {}{}", join(ends, ", "), base_query(),
                   profile_join()),
            {CellType::whole}};
}

}  // namespace scrim::postgres
