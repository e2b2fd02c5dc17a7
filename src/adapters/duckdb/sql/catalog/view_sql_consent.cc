// Consent in the SQL of a view: under which condition, and until when, a value is shown.
#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/catalog/named_items.h"
#include "adapters/duckdb/sql/catalog/view_sql.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::sql {

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
        conditions.push_back(format("coalesce(p.{}, {})", quoted_name(choice), unless_said));
    }
    const auto retained = find_named(view_.retain, column, [](const auto& r) { return std::string_view(r.column); });
    const auto until = [&](const std::string& name) {
        conditions.push_back(format("coalesce(CAST(p.{0} AS DATE) >= {2}, p.{1} IS NOT NULL)", quoted_name(name),
                                    quoted_name(profile_.key), time.date));
        ends.push_back(format("TRY(CAST(CAST(p.{} AS DATE) + 1 AS TIMESTAMP))", quoted_name(name)));
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

std::string ViewSql::consented(const std::string& column) const {
    const std::string condition = consent(column, time_).condition;
    if (condition.empty() || refused_counts_) return base_column(column);
    return format("CASE WHEN {} THEN {} END", condition, base_column(column));
}

std::string ViewSql::join_for_consent(const std::string& column) const {
    return consent(column, time_).condition.empty() ? "" : profile_join();
}

std::string ViewSql::shown(const std::string& column, const std::string& expression) const {
    const std::string condition = disclosed_if(column);
    if (condition.empty()) return expression;
    return format("CASE WHEN {} THEN {} END", condition, expression);
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

std::vector<std::string> ViewSql::limits() const {
    std::vector<std::string> limits;
    for (const std::string& column : shown_columns())
        if (const std::string condition = disclosed_if(column); !condition.empty())
            limits.push_back(condition == "false" ? format("{}: never shown", column)
                                                  : format("{}: shown if {}", column, condition));
    return limits;
}

}  // namespace scrim::sql
