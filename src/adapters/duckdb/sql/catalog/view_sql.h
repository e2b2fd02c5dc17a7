// ViewSql: an anonymization view as SQL over its query, its profile table and the tables of labels.
//
// The text refers to tables that exist only while a statement is prepared: scrim_base is the view's query, scrim_map
// the labels of each combination of quasi-identifiers and k, scrim_sensitive_0, … those of each sensitive value and
// level.
#pragma once

#include "adapters/duckdb/sql/catalog/view_catalog.h"
#include "methods/views/language/definition.h"
#include "methods/views/policy/privacy_policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::sql {

// The profile table's columns, as far as a view looks at them.
struct ProfileShape {
    std::vector<std::string> columns;
    std::string key;  // "" when it has none that fits
    bool purpose = false, recipient = false;
    bool unique = true;     // one row for each person, for the purpose and recipient asked for
    bool complete = false;  // everybody has one, with a k

    bool has(std::string_view column) const;
};

// The profile table's name, in full.
std::string profile_table(const ViewEntry& entry);

// A moment, in SQL: the statement's own or, as literals, another.
struct ConsentTime {
    std::string date = "current_date", timestamp = "CAST(now() AS TIMESTAMP)";
};

enum class ViewPlan { anonymize_then_select, select_then_anonymize };

class ViewSql {
public:
    static constexpr int missing_k = -1, negative_k = -2;
    static constexpr int largest_k = 2'000'000'000;  // more people than any table has
    static constexpr int highest_level = 1'000'000;  // more steps than any hierarchy has

    // `columns` are those of the view's query. Everything given outlives it.
    // Lets nothing of what is asked of the view be computed below it: an error there would tell of rows, or values,
    // that the view does not show. For analysts.
    void keep_questions_above() { barrier_ = true; }
    // It is known that nobody is hidden altogether.
    void forget_hidden() { nobody_hidden_ = true; }
    // Whether a value is shown is judged as of this moment.
    void judge_limits_at(ConsentTime moment) { now_ = std::move(moment); }
    // Values take part in labels as their owners' consent was at this time, whatever time it is.
    void as_of(const ConsentTime& time) { time_ = time; }
    // As the paper has it: what is not shown takes part in labels all the same. For the owner alone.
    void count_what_is_refused() { refused_counts_ = true; }

    ViewSql(const ViewEntry& entry, const std::vector<std::string>& columns, const ProfileShape& profile,
            const views::PrivacyPolicy* policy, std::string purpose, std::string recipient);

    // Each combination of quasi-identifiers, k[, block][, sensitive attributes][, the person], with how often it occurs
    // and, for each quasi-identifier, whether everybody consents to show it. What somebody does not is NULL.
    std::string histogram(std::uint64_t version, bool sensitive, bool persons) const;
    // Of each record the hash of its identifier, 0 for none.
    std::string identifier_hashes() const;
    // Whether a time limit ends consent, and in how many microseconds, from as_of() on, the next one does.
    bool has_time_limits() const;
    std::string next_end() const;
    // The identifiers' sort keys, in order.
    std::string sort_keys() const;
    std::string sensitive_values(std::size_t attribute) const;  // the different ones
    std::string levels() const;                                 // the different levels people ask for
    std::string profile_doubles() const;                        // how many rows and how many people the profile has
    // What the view shows, or the part of it whose base satisfies `reach` and that shows the attributes `asked`.
    // `null_safe[a]`: attribute a has NULLs.
    std::string rows(std::uint64_t version, ViewPlan plan, const std::string& reach,
                     const std::vector<std::size_t>& asked, const std::vector<char>& null_safe,
                     const std::vector<char>& sensitive_null_safe) const;
    // The same of a materialized view, from the tables scrim_members (id, grp), scrim_map (grp, l0, …, hidden) and
    // scrim_exact_0 (value, label), ….
    std::string materialized_rows(const std::vector<char>& null_safe,
                                  const std::vector<char>& sensitive_null_safe) const;
    // Every record's identifier, quasi-identifiers as text, and k.
    std::string records() const;
    std::string different_values(std::size_t attribute) const;  // of a quasi-identifier
    // The same of the records that are shown as they are, with their consent; also from scrim_members.
    std::string exempt_values(std::size_t attribute) const;
    // The groups with records of which it is shown; also from scrim_members.
    std::string shown_groups(std::size_t attribute) const;
    std::string purposes() const;  // for which the profile has something to say
    // The columns that rows() gives.
    std::vector<std::string> shown_columns() const;
    // Under which condition a column is shown, in SQL: "" for always, "false" for never.
    std::string disclosed_if(const std::string& column) const { return consent(column, now_).condition; }
    // Which attributes a person's choice or a time limit can hide, and by what; for people.
    std::vector<std::string> limits() const;

private:
    struct Consent {
        std::string condition;          // as disclosed_if() has it
        std::vector<std::string> ends;  // timestamps
    };
    Consent consent(const std::string& column, const ConsentTime& time) const;
    // The value of a column where its owner consents to show it, otherwise NULL: all that labels may depend on.
    std::string consented(const std::string& column) const;
    // The list of what is shown, and what must be joined for it. `named`: who may be shown with their identifier.
    std::string select(std::string from, const std::string& hidden, const std::string& named,
                       const std::vector<std::string>& labels, const std::vector<char>& sensitive_null_safe) const;
    std::string base_column(std::string_view name) const;
    std::string profile_from() const;
    std::string profile_join() const;
    std::string join_for_consent(const std::string& column) const;  // "" where nothing limits it
    std::string k() const;
    std::string level() const;
    std::string block(std::uint64_t version) const;
    std::string and_shown(std::size_t attribute) const;
    std::string shown(const std::string& column, const std::string& expression) const;
    std::vector<std::string> profile_columns() const;
    bool is_time_limit(const std::string& column) const;

    const ViewEntry& entry_;
    const views::ViewDefinition& view_;
    const std::vector<std::string>& columns_;
    const ProfileShape& profile_;
    const views::PrivacyPolicy* policy_;
    std::string purpose_, recipient_;
    ConsentTime now_, time_;
    bool barrier_ = false, nobody_hidden_ = false, refused_counts_ = false;
};

}  // namespace scrim::sql
