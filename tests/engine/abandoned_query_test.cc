// Queries that are given up half-way leave nothing behind, whatever they were doing at that moment.
#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/query_stream.h"
#include "kernel/core/random.h"
#include "tests/engine/scratch.h"
#include "tests/rounds.h"

#include <duckdb/main/client_context.hpp>
#include <duckdb/main/connection.hpp>

#include <atomic>
#include <chrono>

namespace scrim::testing {
namespace abandoned_query_test {

using Clock = std::chrono::steady_clock;

// Says stop when it is asked for the n-th time.
class Impatient : public Progress {
public:
    explicit Impatient(int most_questions) : left_(most_questions) {}
    bool cancelled() const override { return left_-- <= 0; }

private:
    mutable std::atomic<int> left_;
};

class AbandonedQueryTest : public EngineTest {};

TEST_F(AbandonedQueryTest, CancelledAtEveryQuestion) {
    run_sql("COPY (SELECT i, 'x' || i % 1000 AS x FROM range(200000) t(i)) TO '" + path("t.csv") + "'");
    for (int questions = 0; questions < 40; ++questions) {
        Impatient progress(questions);
        const Result<Table> table = read({.path = path("t.csv")}, {}, progress);
        ASSERT_FALSE(table.ok());
        EXPECT_EQ(table.error().kind, Error::Kind::cancelled);
    }
}

// A thread of DuckDB's that outlives the query as the connection's last owner never ends, and the query stays in
// memory.
TEST_F(AbandonedQueryTest, NoThreadOwnsTheConnectionLonger) {
    write("t.csv", "1,2\n3,4\n");
    const std::string sql = "SELECT * FROM read_csv('" + path("t.csv") +
                            "', auto_detect = false, delim = ',', columns = {'a': 'VARCHAR', 'b': 'VARCHAR'})";
    const auto database = engine::Database::open(2);
    ASSERT_TRUE(database.ok());
    SeededRandom random(1);
    for (int round = 0; round < rounds(300); ++round) {
        duckdb::weak_ptr<duckdb::ClientContext> context;
        {
            engine::ConnectionHandle connection;
            ASSERT_EQ(duckdb_connect((*database)->engine(), connection.out()), DuckDBSuccess);
            // A connection of the C API is one of the C++ API.
            context = reinterpret_cast<duckdb::Connection*>(static_cast<duckdb_connection>(connection))->context;
            Impatient progress(static_cast<int>(random.below(3)));
            (void)engine::QueryStream::start(connection, sql, progress);
            const auto end = Clock::now() + std::chrono::nanoseconds(random.below(20'000));
            while (Clock::now() < end) continue;
        }
        ASSERT_TRUE(context.expired()) << "in round " << round;
    }
}

TEST_F(AbandonedQueryTest, TheConnectionCanBeUsedAgain) {
    const auto database = engine::Database::open(2);
    ASSERT_TRUE(database.ok());
    const duckdb_connection connection = (*database)->connection();
    for (int round = 0; round < 20; ++round) {
        const auto stream = engine::QueryStream::start(connection, "SELECT i FROM range(10000000) t(i)", no_progress());
        ASSERT_TRUE(stream.ok()) << stream.error().message;
        for (int chunk = 0; chunk < round; ++chunk) ASSERT_TRUE((*stream)->fetch());
    }
    const auto answer = engine::ask(**database, "SELECT 42");
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ((*answer)[0][0], "42");
}

}  // namespace abandoned_query_test
}  // namespace scrim::testing
