// DuckDB's C API gives errors as texts: what they say is kept, and whose to mend they are.
#include "adapters/duckdb/files/engine_error.h"

#include "adapters/duckdb/files/database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::engine {
namespace engine_error_test {

using Kind = Error::Kind;
using ::testing::StartsWith;

Error error_of(Database& database, const std::string& sql) {
    const Result<void> ran = run(database, sql);
    EXPECT_FALSE(ran.ok()) << sql;
    return ran ? input_error("") : ran.error();
}

TEST(EngineError, OfTheEngine) {
    const auto database = *Database::open(1);
    database->keep_apart();
    EXPECT_EQ(error_of(*database, "SELECT error('Error: of mine')").message, "Error: of mine");
    EXPECT_EQ(error_of(*database, "SELECT error('Error: of mine')").kind, Kind::input);
    EXPECT_THAT(error_of(*database, "SELECT nothing").message, StartsWith("Referenced column \"nothing\""));
    EXPECT_THAT(error_of(*database, "SELEC 1").message, StartsWith("syntax error"));
    ASSERT_TRUE(run(*database, "SET memory_limit = '1MB'").ok());
    const Error memory = error_of(*database, "CREATE TABLE t AS SELECT i, hash(i) FROM range(1_000_000) t(i)");
    EXPECT_THAT(memory.message, StartsWith("not enough memory: "));
    EXPECT_EQ(memory.kind, Kind::input);
}

TEST(EngineError, Kinds) {
    EXPECT_EQ(engine_error("INTERRUPT Error: Interrupted!").kind, Kind::cancelled);
    EXPECT_EQ(engine_error("INTERNAL Error: a vector of no type").kind, Kind::fault);
    EXPECT_EQ(engine_error("FATAL Error: it is over").message, "it is over");
    EXPECT_EQ(engine_error("FATAL Error: it is over").kind, Kind::fault);
    // What a file says of itself is no kind.
    EXPECT_EQ(engine_error("Invalid Input Error: INTERNAL Error: x").kind, Kind::input);
    EXPECT_EQ(engine_error("no kind at all").message, "no kind at all");
}

TEST(EngineError, OnItsWay) {
    const Result<void> caught = guarded([]() -> Result<void> { throw ErrorOnItsWay(fault_error("broken")); });
    EXPECT_EQ(caught.error().kind, Kind::fault);
    EXPECT_EQ(caught.error().message, "broken");
    EXPECT_EQ(guarded([]() -> Result<void> { throw std::bad_alloc(); }).error().message, "not enough memory");
}

}  // namespace engine_error_test
}  // namespace scrim::engine
