// RelationOpener: what formats share when they open a file.
#pragma once

#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/relation.h"

#include <string>
#include <vector>

namespace scrim::engine {

class RelationOpener {
public:
    explicit RelationOpener(const TableInput& input);

    Result<Relation> open();

    // For FormatSpec::open, which fills in the relation.
    const TableInput& input() const { return input_; }
    Relation& relation() { return relation_; }
    Database& database() { return *relation_.database; }
    // The path, or a list of them, for DuckDB's readers, which take it for an address or a pattern where they can:
    // absolute, special characters as sets of one.
    std::string pattern() const;
    // Takes the table expression `from`, with the names and types of its columns.
    Result<void> describe(const std::string& from);
    // The same, with those of `query`, which has the same columns.
    Result<void> describe(const std::string& from, const std::string& query);
    Result<void> count_rows();

private:
    Result<void> check_input() const;
    // Types and missing values that the caller knows of.
    void read_as_meant();

    const TableInput& input_;
    Relation relation_;
};

// "c0", "c1", …: what columns are called in SQL.
std::vector<std::string> column_positions(std::size_t count);
// Each as a string constant of SQL, with commas.
std::string sql_texts(const std::vector<std::string>& texts);

}  // namespace scrim::engine
