// An engine is kept for the next Database: nothing of whoever had it before is there.
#include "adapters/duckdb/files/database.h"

#include "adapters/duckdb/files/row_tap.h"
#include "adapters/duckdb/files/sink.h"
#include "tests/engine/scratch.h"

namespace scrim::testing {
namespace database_test {

class KeptEngine : public EngineTest {
protected:
    static std::unique_ptr<engine::Database> open() { return std::move(*engine::Database::open(2)); }
    static std::string value(engine::Database& database, const std::string& sql) {
        const auto answer = engine::ask(database, sql);
        return answer ? (*answer)[0][0] : answer.error().message;
    }
};

TEST_F(KeptEngine, IsTheSameOne) {
    const duckdb_database first = open()->engine();
    EXPECT_EQ(open()->engine(), first);
    // Two at once are two.
    const auto one = open(), other = open();
    EXPECT_NE(one->engine(), other->engine());
}

TEST_F(KeptEngine, ForgetsWhatAConnectionHad) {
    {
        const auto database = open();
        ASSERT_TRUE(engine::run(*database, "CREATE TEMP TABLE secret AS SELECT 'Emily' AS name"));
        ASSERT_TRUE(engine::tap_rows(
            *database, "SELECT 1", 1, [](duckdb_data_chunk) {}, no_progress()));
    }
    const auto next = open();
    EXPECT_EQ(value(*next, "SELECT count(*) FROM duckdb_tables()"), "0");
    EXPECT_FALSE(engine::ask(*next, "SELECT * FROM secret"));
    // Its functions are there once, and work for this connection.
    std::size_t rows = 0;
    ASSERT_TRUE(engine::tap_rows(
        *next, "SELECT i FROM range(10) t(i)", 1,
        [&](duckdb_data_chunk chunk) { rows += duckdb_data_chunk_get_size(chunk); }, no_progress()));
    EXPECT_EQ(rows, 10u);
}

// The table that was written is not there any more.
TEST_F(KeptEngine, ScansNoTableOfBefore) {
    Table table;
    table.add("name", Column(std::make_shared<Domain>(Domain::of_text({"Emily"}, false)), std::vector<Code>{0}));
    const duckdb_database first = (*engine::Database::open(0))->engine();
    ASSERT_TRUE(engine::write_table(table, path("t.csv")));
    const auto next = std::move(*engine::Database::open(0));
    EXPECT_EQ(next->engine(), first);
    EXPECT_EQ(value(*next, "SELECT * FROM scrim_table()"), "this function is not for queries");
}

TEST_F(KeptEngine, IsNotOneThatWasChanged) {
    const std::string memory = value(*open(), "SELECT current_setting('memory_limit')");
    {
        const auto limited = open();
        ASSERT_TRUE(limited->limit(std::size_t{64} << 20, 1));
        EXPECT_NE(value(*limited, "SELECT current_setting('memory_limit')"), memory);
    }
    EXPECT_EQ(value(*open(), "SELECT current_setting('memory_limit')"), memory);
    run_sql("CREATE TABLE t AS SELECT 1 AS a", path("t.db"));
    EXPECT_EQ(rows_of({.path = path("t.db"), .threads = 2}), std::vector<Row>{{"1"}});
    const auto next = open();
    EXPECT_EQ(value(*next, "SELECT count(*) FROM duckdb_databases() WHERE database_name = 'data'"), "0");
    EXPECT_EQ(value(*next, "SELECT current_setting('enable_external_access')"), "true");
}

// A file that changes between two reads, within a second and with its size kept, is read anew.
TEST_F(KeptEngine, KeepsNoFile) {
    run_sql("COPY (SELECT 11 AS a) TO '" + path("t.parquet") + "'");
    EXPECT_EQ(rows_of({.path = path("t.parquet")}), std::vector<Row>{{"11"}});
    run_sql("COPY (SELECT 22 AS a) TO '" + path("t.parquet") + "'");
    EXPECT_EQ(rows_of({.path = path("t.parquet")}), std::vector<Row>{{"22"}});
}

}  // namespace database_test
}  // namespace scrim::testing
