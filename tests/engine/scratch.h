// What the engine's tests share: a folder of their own, files in it, and tables as rows of labels.
#pragma once

#include "adapters/duckdb/files/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::testing {

using Row = std::vector<std::string>;

// Every test gets an empty folder, which goes with it.
class EngineTest : public ::testing::Test {
protected:
    EngineTest();
    ~EngineTest() override;

    std::string path(std::string_view name) const { return (folder_ / name).string(); }
    // A file of these bytes; returns its path.
    std::string write(std::string_view name, std::string_view bytes) const;
    // The names of the files that are there.
    std::vector<std::string> files() const;

    const std::filesystem::path folder_;
};

// Run statements in a DuckDB of its own: how tests make Parquet, JSON, compressed and .db files. `database` "" = in
// memory.
void run_sql(const std::string& sql, const std::string& database = "");

Result<Table> read(const TableInput& options, std::vector<std::string> columns = {},
                   Progress& progress = no_progress());
// The message of an error, or "" and a failure.
std::string message_of(const Result<Table>& result);
std::vector<Row> rows_of(const Table& table);
// All columns and rows of a file that must be readable.
std::vector<Row> rows_of(const TableInput& options);
// Whether it is one line without SQL in it.
::testing::AssertionResult is_one_line(const std::string& message);

}  // namespace scrim::testing
