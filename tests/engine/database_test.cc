// An engine is kept for the next Database: nothing of whoever had it before is there.
#include "adapters/duckdb/files/database.h"

#include "adapters/duckdb/files/row_tap.h"
#include "tests/engine/scratch.h"

namespace scrim::testing {
namespace database_test {

class KeptEngine : public EngineTest {
protected:
    static std::unique_ptr<engine::Database> open() { return std::move(*engine::Database::open(2)); }
    static std::string value(engine::Database& database, const std::string& sql) {
        const auto answer = engine::ask(database, sql);
        return answer ? (*answer)->GetValue(0, 0).ToString() : answer.error().message;
    }
};

TEST_F(KeptEngine, IsTheSameOne) {
    const duckdb::DatabaseInstance* first = &open()->instance();
    EXPECT_EQ(&open()->instance(), first);
    // Two at once are two.
    const auto one = open(), other = open();
    EXPECT_NE(&one->instance(), &other->instance());
}

TEST_F(KeptEngine, ForgetsWhatAConnectionHad) {
    {
        const auto database = open();
        ASSERT_TRUE(engine::ask(*database, "CREATE TEMP TABLE secret AS SELECT 'Emily' AS name"));
        ASSERT_TRUE(engine::tap_rows(
            *database, "SELECT 1", 1, [](duckdb::DataChunk&) {}, no_progress()));
    }
    const auto next = open();
    EXPECT_EQ(value(*next, "SELECT count(*) FROM duckdb_tables()"), "0");
    EXPECT_FALSE(engine::ask(*next, "SELECT * FROM secret"));
    // Its functions are there once, and work for this connection.
    std::size_t rows = 0;
    ASSERT_TRUE(engine::tap_rows(
        *next, "SELECT i FROM range(10) t(i)", 1, [&](duckdb::DataChunk& chunk) { rows += chunk.size(); },
        no_progress()));
    EXPECT_EQ(rows, 10u);
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
