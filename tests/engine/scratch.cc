#include "tests/engine/scratch.h"

#include <duckdb.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace scrim::testing {
namespace {

std::filesystem::path make_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "scrim-engine-XXXXXX").string();
    return ::mkdtemp(name.data());
}

}  // namespace

EngineTest::EngineTest() : folder_(make_folder()) {}
EngineTest::~EngineTest() { std::filesystem::remove_all(folder_); }

std::string EngineTest::write(std::string_view name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path(name);
}

std::vector<std::string> EngineTest::files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

void run_sql(const std::string& sql, const std::string& database) {
    duckdb_database handle = nullptr;
    duckdb_connection connection = nullptr;
    duckdb_result result;
    ASSERT_EQ(duckdb_open(database.empty() ? nullptr : database.c_str(), &handle), DuckDBSuccess);
    ASSERT_EQ(duckdb_connect(handle, &connection), DuckDBSuccess);
    EXPECT_EQ(duckdb_query(connection, sql.c_str(), &result), DuckDBSuccess) << duckdb_result_error(&result);
    duckdb_destroy_result(&result);
    duckdb_disconnect(&connection);
    duckdb_close(&handle);
}

Result<Table> read(const TableInput& options, std::vector<std::string> columns, Progress& progress) {
    SCRIM_TRY(const std::unique_ptr<TableSource> source, engine::open_source(options));
    if (columns.empty()) columns = source->columns();
    return source->read(columns, progress);
}

std::string message_of(const Result<Table>& result) {
    EXPECT_FALSE(result.ok()) << "this should have been refused";
    return result ? "" : result.error().message;
}

std::vector<Row> rows_of(const Table& table) {
    std::vector<Row> rows(table.rows());
    for (std::size_t c = 0; c < table.width(); ++c)
        for (std::size_t r = 0; r < table.rows(); ++r) rows[r].push_back(table[c].domain().label(table[c][r]));
    return rows;
}

std::vector<Row> rows_of(const TableInput& options) {
    const Result<Table> table = read(options);
    EXPECT_TRUE(table.ok()) << table.error().message;
    return table ? rows_of(*table) : std::vector<Row>();
}

::testing::AssertionResult is_one_line(const std::string& message) {
    if (message.empty() || message.find('\n') != std::string::npos)
        return ::testing::AssertionFailure() << "not one line: " << message;
    for (const char* word :
         {"SELECT", "read_csv", "read_json", "LINE 1", "strict_mode", "ignore_errors", "sample_size"})
        if (message.find(word) != std::string::npos)
            return ::testing::AssertionFailure() << "speaks of " << word << ": " << message;
    return ::testing::AssertionSuccess();
}

}  // namespace scrim::testing
