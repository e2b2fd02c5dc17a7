// ViewSql: what an anonymization view reads, as PostgreSQL's SQL over its query and its profile table. What DuckDB is
// asked for by adapters/duckdb/sql/catalog/view_sql.h, so that both give the same labels.
#pragma once

#include "adapters/postgres/view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::postgres {

// A query and the types of its columns.
struct Reading {
    std::string sql;
    std::vector<CellType> types;
    bool kept = false;  // and over tables of the extension's, at the top of its FROM alone
};

// As it is read: a whole number or, in its bytes, text.
inline CellType cell_type(const QueryColumn& column) {
    return column.kind == QueryColumn::Kind::whole ? CellType::whole : CellType::text;
}

class ViewSql {
public:
    static constexpr int missing_k = -1, negative_k = -2;
    static constexpr int largest_k = 2'000'000'000;  // more people than any table has
    static constexpr int highest_level = 1'000'000;  // more steps than any hierarchy has

    // As of a moment, in microseconds since 1970-01-01. What is given outlives it.
    ViewSql(const View& view, std::string purpose, std::string recipient, std::int64_t moment);

    // The profile has more than one row for somebody.
    void combine_profiles() { unique_ = false; }

    // A materialized view: rows() joins them with the members of this edition.
    void kept_in(std::uint32_t edition) { edition_ = edition; }

    Reading profile_doubles() const;  // rows, people
    Reading is_one_record_each() const;
    // The moment at which somebody's consent ends next; NULL for never.
    bool has_time_limits() const;
    Reading next_end() const;
    // Each combination of quasi-identifiers, k[, block][, sensitive attributes][, the person], how often it occurs and,
    // for each quasi-identifier, whether everybody consents to show it.
    Reading histogram(bool sensitive, bool persons) const;
    Reading sensitive_values(std::size_t attribute) const;  // the different ones

    // Every record of which `reach` holds.
    struct Rows {
        Reading reading;
        // Where what is in it: one place per quasi-identifier, per sensitive attribute with a DGH and per column of
        // View::shown() that is handed through or needs consent. `none`: not there.
        static constexpr std::size_t none = SIZE_MAX;
        std::vector<std::size_t> quasi, sensitive, consent, plain;
        std::size_t k = none, block = none, level = none;
        std::size_t group = none, kept_k = none;  // NULL for a record that is not kept
    };
    // `wanted`: the columns of View::shown() that are asked for. Those that are handed through have no cell type: they
    // stand behind all others.
    Rows rows(const std::string& reach, const std::vector<char>& wanted) const;

    // A value of a quasi-identifier's column, as a condition for rows().
    std::string is_one_of(std::size_t attribute, const std::vector<std::string>& values) const;

    // Of a materialized view. Every record's identifier as text, its quasi-identifiers and k; of some records alone,
    // where `ids` is not null.
    Reading records(const std::vector<std::string>* ids) const;
    Reading different_values(std::size_t attribute) const;  // of a quasi-identifier
    // The same of records that are shown as they are, and the groups with records of which it is shown; with consent.
    Reading exempt_values(std::size_t attribute) const;
    Reading shown_groups(std::size_t attribute) const;
    Reading purposes() const;       // for which the profile has something to say: purpose, recipient
    Reading profile_count() const;  // how many rows it has for this one
    bool has_purposes() const;

private:
    struct Consent {
        std::string condition;          // "" for always, "false" for never
        std::vector<std::string> ends;  // timestamps
    };
    Consent consent(const std::string& column) const;
    std::string consented(const std::string& column) const;
    std::string base(std::string_view column) const;
    std::string base_query() const;
    std::string id_text() const;
    // The members, as "e", of the base's records; `reached` by what is said of them.
    std::string members_join(bool reached) const;
    std::string where_shown(std::size_t attribute, const std::string& also) const;
    std::string spelled_in_profile(std::string_view column) const;  // quoted
    std::string profile_rows() const;
    std::string profile_join() const;
    std::vector<std::string> profile_columns() const;
    bool is_time_limit(const std::string& column) const;
    std::string k() const;
    std::string level() const;
    std::string cell(const QueryColumn& column, const std::string& expression) const;

    const View& view_;
    const views::ViewDefinition& definition_;
    std::string purpose_, recipient_;
    std::string date_, timestamp_;
    bool unique_ = true;
    std::optional<std::uint32_t> edition_;
};

}  // namespace scrim::postgres
