// A result's columns, encoded, beside what the engine says of each cell.
#include "adapters/duckdb/sql/catalog/result_encoder.h"

#include <gtest/gtest.h>
#include <duckdb.hpp>

#include <set>

namespace scrim::sql {
namespace result_encoder_test {

// A result keeps nothing of the engine that made it.
std::unique_ptr<duckdb::MaterializedQueryResult> ask(const std::string& sql) {
    duckdb::DuckDB database(nullptr);
    auto result = duckdb::Connection(database).Query(sql);
    EXPECT_FALSE(result->HasError()) << result->GetError();
    return result;
}

struct Encoded {
    std::unique_ptr<duckdb::MaterializedQueryResult> result;
    Table table;
};

Encoded encoded(const std::string& sql) {
    Encoded made{ask(sql), {}};
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < made.result->ColumnCount(); ++c) columns.push_back(c);
    made.table = *encode_result(made.result->Collection(), columns, no_progress());
    return made;
}

// Each cell is what the engine prints, equal cells have one code, and no value is there that no row has.
void expect_as_printed(const Encoded& made) {
    ASSERT_EQ(made.table.rows(), made.result->RowCount());
    for (std::size_t c = 0; c < made.table.width(); ++c) {
        const Domain& domain = made.table[c].domain();
        std::set<Code> seen;
        for (std::size_t row = 0; row < made.table.rows(); ++row) {
            const duckdb::Value cell = made.result->GetValue(c, row);
            const Code code = made.table[c][row];
            seen.insert(code);
            if (cell.IsNull())
                ASSERT_EQ(code, domain.null_code());
            else
                ASSERT_EQ(domain.label(code), cell.ToString()) << made.result->types[c].ToString();
        }
        EXPECT_EQ(seen.size(), domain.size());
        for (Code code = 1; code < domain.values(); ++code)
            ASSERT_TRUE(domain.is_numeric() ? domain.units(code - 1) < domain.units(code)
                                            : domain.label(code - 1) < domain.label(code));
    }
}

TEST(ResultEncoder, KeepsEveryCellAsTheEnginePrintsIt) {
    const Encoded made = encoded(
        "SELECT (i * 7 % 1009)::INTEGER - 500, (i % 251)::UTINYINT, CASE WHEN i % 3 > 0 THEN i * 1000000007 END, "
        "'v' || (i * 13 % 3001), CASE i % 4 WHEN 0 THEN '1' WHEN 1 THEN '1.0' WHEN 2 THEN '' END, (i % 97) / 8, "
        "DATE '0044-03-15' - (i % 31)::INTEGER, i % 2 = 0, (i % 77)::DECIMAL(9, 3), (i % 3)::UBIGINT, "
        "['low', 'high'][1 + i % 2]::ENUM('low', 'mid', 'high'), TIMESTAMP '2020-02-29 12:00:00' + to_seconds(i % 9), "
        "[i % 5], (i % 7)::HUGEINT, '-' || i % 6, i / 3.0e20 FROM range(5000) t(i)");
    expect_as_printed(made);
    EXPECT_EQ(made.table[0].domain().kind(), Domain::Kind::number);
    EXPECT_EQ(made.table[4].domain().values(), 3u);  // 1 and 1.0 are two texts
    EXPECT_EQ(made.table[14].domain().kind(), Domain::Kind::text);
}

TEST(ResultEncoder, TakesTheColumnsAskedForInTheirOrder) {
    const auto result = ask("SELECT i, 'a' || i, -i FROM range(3000) t(i)");
    const std::vector<std::size_t> columns{2, 1};
    const Table table = *encode_result(result->Collection(), columns, no_progress());
    ASSERT_EQ(table.width(), 2u);
    for (std::size_t row = 0; row < 3000; ++row) {
        ASSERT_EQ(table[0].domain().units(table[0][row]), -static_cast<Int128>(row));
        ASSERT_EQ(table[1].domain().label(table[1][row]), "a" + std::to_string(row));
    }
}

TEST(ResultEncoder, TakesNoRowsAndNothingButNull) {
    const Encoded none = encoded("SELECT 1::INTEGER, 'a' WHERE false");
    EXPECT_EQ(none.table.rows(), 0u);
    EXPECT_EQ(none.table[0].domain().size(), 0u);
    const Encoded null = encoded("SELECT NULL::INTEGER, NULL::DOUBLE FROM range(10)");
    EXPECT_EQ(null.table[0].domain().size(), 1u);
    EXPECT_EQ(null.table[1][9], null.table[1].domain().null_code());
}

TEST(ResultEncoder, StopsWhenItIsCancelled) {
    struct Cancelled : Progress {
        void stage(std::string_view, std::uint64_t) override {}
        void advance(std::uint64_t) override {}
        bool cancelled() const override { return true; }
    } progress;
    const auto result = ask("SELECT i FROM range(3000) t(i)");
    const std::size_t column = 0;
    const auto table = encode_result(result->Collection(), {&column, 1}, progress);
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().kind, Error::Kind::cancelled);
}

}  // namespace result_encoder_test
}  // namespace scrim::sql
