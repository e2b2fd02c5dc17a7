// Every row reaches the function once, whatever the engine knows about the rows beforehand.
#include "adapters/duckdb/files/row_tap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace scrim::engine {
namespace row_tap_test {

class RowTap : public ::testing::Test {
protected:
    RowTap() : database_(*Database::open(3)) {}

    Result<std::uint64_t> rows(const std::string& sql) {
        SCRIM_TRY(const auto types, types_of(*database_, sql));
        std::atomic<std::uint64_t> seen = 0;
        SCRIM_CHECK(tap_rows(
            *database_, sql, types.size(), [&](duckdb_data_chunk chunk) { seen += duckdb_data_chunk_get_size(chunk); },
            no_progress()));
        return seen.load();
    }

    std::unique_ptr<Database> database_;
};

TEST_F(RowTap, EveryRow) {
    EXPECT_EQ(*rows("SELECT i, i % 7 FROM range(500_000) AS t(i)"), 500'000u);
    // Constants and NULLs alone could be computed once, or ahead of time.
    EXPECT_EQ(*rows("SELECT 1, 'x' FROM range(10_000)"), 10'000u);
    EXPECT_EQ(*rows("SELECT NULL::INTEGER FROM range(10_000)"), 10'000u);
    EXPECT_EQ(*rows("SELECT i FROM range(10_000) AS t(i) WHERE i < 0"), 0u);
    EXPECT_EQ(*rows("SELECT i FROM range(10_000) AS t(i) ORDER BY i DESC LIMIT 5"), 5u);
}

TEST_F(RowTap, ErrorsEndIt) {
    EXPECT_FALSE(rows("SELECT x FROM nowhere").ok());
    EXPECT_FALSE(rows("SELECT error('no') FROM range(3)").ok());
    const TakeRows refuse = [](duckdb_data_chunk) { throw std::runtime_error("enough"); };
    EXPECT_THROW((void)tap_rows(*database_, "SELECT i FROM range(1_000_000) AS t(i)", 1, refuse, no_progress()),
                 std::runtime_error);
    // The next query is as good as the first.
    EXPECT_EQ(*rows("SELECT i FROM range(10) AS t(i)"), 10u);
}

// Who writes a query for a database of theirs could call it, too.
TEST_F(RowTap, IsNotForQueries) {
    EXPECT_EQ(*rows("SELECT 1, 2"), 1u);
    const auto is_refused = [](const Result<void>& result) {
        return !result && result.error().message == "this function is not for queries";
    };
    EXPECT_TRUE(is_refused(run(*database_, "SELECT scrim_tap(1, 2)")));
    const auto tapped = rows("SELECT scrim_tap('x'), 2");
    EXPECT_FALSE(tapped.ok());
}

TEST_F(RowTap, StopsOnRequest) {
    struct Impatient final : Progress {
        bool cancelled() const override { return true; }
    } impatient;
    const auto tapped = tap_rows(
        *database_, "SELECT i FROM range(1_000_000_000) AS t(i)", 1, [](duckdb_data_chunk) {}, impatient);
    ASSERT_FALSE(tapped.ok());
    EXPECT_EQ(tapped.error().kind, Error::Kind::cancelled);
}

}  // namespace row_tap_test
}  // namespace scrim::engine
