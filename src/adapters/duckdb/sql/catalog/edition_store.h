// Where the editions of materialized views are kept: tables of the schema "scrim", only ever added to, so that a change
// of one record writes one row. What counts is the last row of each member and group. Throws DuckDB's exceptions.
#pragma once

#include "methods/views/materialized/edition.h"

#include <duckdb.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::sql {

struct EditionKey {
    std::int64_t number = 0;
    std::string view, purpose, recipient;
};

std::vector<EditionKey> list_editions(duckdb::Connection& connection, const std::string& view);
// A new one, without members yet.
EditionKey make_edition(duckdb::Connection& connection, const std::string& view, const std::string& purpose,
                        const std::string& recipient);
void remove_editions(duckdb::Connection& connection, const std::string& view);

views::StoredEdition read_edition(duckdb::Connection& connection, std::int64_t number);
// The groups alone, with their boxes.
std::vector<std::pair<std::uint32_t, std::vector<std::string>>> read_groups(duckdb::Connection& connection,
                                                                            std::int64_t number);
// Every member's group, as SQL: (id, grp).
std::string members_sql(std::int64_t number);

// Adds rows; `position` counts them.
void append_edition(duckdb::Connection& connection, std::int64_t number, const views::StoredEdition& changes,
                    std::int64_t& position);
// Puts `all` in the place of everything that was stored.
void rewrite_edition(duckdb::Connection& connection, std::int64_t number, const views::StoredEdition& all,
                     std::int64_t& position);
std::int64_t last_position(duckdb::Connection& connection, std::int64_t number);

}  // namespace scrim::sql
