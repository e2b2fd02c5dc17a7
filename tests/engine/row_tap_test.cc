// Every row reaches the function once, whatever the engine knows about the rows beforehand.
#include "adapters/duckdb/files/row_tap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace scrim::engine {
namespace row_tap_test {

class RowTap : public ::testing::Test {
protected:
    RowTap() : database_(*Database::open(3)) {}

    Result<std::uint64_t> rows(const std::string& sql) {
        SCRIM_TRY(const auto types, types_of(*database_, sql));
        std::atomic<std::uint64_t> seen = 0;
        SCRIM_CHECK(tap_rows(
            *database_, sql, types.size(), [&](duckdb::DataChunk& chunk) { seen += chunk.size(); }, no_progress()));
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
    const auto tapped = tap_rows(
        *database_, "SELECT i FROM range(1_000_000) AS t(i)", 1,
        [](duckdb::DataChunk&) { throw duckdb::InvalidInputException("enough"); }, no_progress());
    ASSERT_FALSE(tapped.ok());
    EXPECT_THAT(tapped.error().message, ::testing::HasSubstr("enough"));
    // The next query is as good as the first.
    EXPECT_EQ(*rows("SELECT i FROM range(10) AS t(i)"), 10u);
}

TEST_F(RowTap, StopsOnRequest) {
    struct Impatient final : Progress {
        bool cancelled() const override { return true; }
    } impatient;
    const auto tapped = tap_rows(
        *database_, "SELECT i FROM range(1_000_000_000) AS t(i)", 1, [](duckdb::DataChunk&) {}, impatient);
    ASSERT_FALSE(tapped.ok());
    EXPECT_EQ(tapped.error().kind, Error::Kind::cancelled);
}

}  // namespace row_tap_test
}  // namespace scrim::engine
