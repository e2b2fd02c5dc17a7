// The same table from memory and from a Parquet file: the same domains, codes and refusals, type by type.
#include "adapters/arrow/arrow_source.h"
#include "tests/arrow/engine_twin.h"

namespace scrim::testing {
namespace parquet_twin_test {

class ParquetTwin : public EngineTest {
protected:
    // Both readings of the rows of `sql`.
    std::pair<Result<Table>, Result<Table>> both(const std::string& sql, TableInput input = {}) const {
        const std::string file = path("twin.parquet");
        run_sql("COPY (" + sql + ") TO '" + file + "' (FORMAT parquet)");
        TableInput of_file = input;
        of_file.path = file;
        input.path = file;  // so that messages begin alike
        input.frame = engine_frame(sql);
        arrow::ArrowSource source(input.frame.held(), input);
        return {source.read(source.columns(), no_progress()), read(of_file)};
    }
    void expect_same(const std::string& sql, const TableInput& input = {}) const {
        const auto [ours, files] = both(sql, input);
        ASSERT_TRUE(files.ok()) << sql << ": " << files.error().message;
        ASSERT_TRUE(ours.ok()) << sql << ": " << ours.error().message;
        EXPECT_TRUE(same_table(*ours, *files)) << sql;
    }
    void expect_same_refusal(const std::string& sql, const TableInput& input = {}) const {
        const auto [ours, files] = both(sql, input);
        ASSERT_FALSE(files.ok()) << sql;
        ASSERT_FALSE(ours.ok()) << sql;
        EXPECT_EQ(ours.error().message, files.error().message) << sql;
    }
};

// 5,000 rows: chunks of 2,048 each, with NULLs.
std::string rows(const std::string& value, const std::string& type) {
    return "SELECT CASE WHEN i % 11 = 3 THEN NULL ELSE CAST(" + value + " AS " + type +
           ") END AS x, i AS n FROM range(5000) AS r(i)";
}

TEST_F(ParquetTwin, Integers) {
    for (const char* type : {"TINYINT", "SMALLINT", "INTEGER", "BIGINT"}) expect_same(rows("i * 37 % 101 - 50", type));
    for (const char* type : {"UTINYINT", "USMALLINT", "UINTEGER"}) expect_same(rows("i * 37 % 101", type));
    expect_same(rows("18446744073709551615 - i % 7", "UBIGINT"));
    expect_same(rows("i * 1000003", "BIGINT"));
}

TEST_F(ParquetTwin, RealsAndDecimals) {
    expect_same(rows("i * 0.37e0 - 500", "DOUBLE"));
    expect_same(rows("i / 3e0 * 1e-9", "DOUBLE"));
    expect_same(rows("i * 0.25e0", "FLOAT"));
    for (const char* type : {"DECIMAL(4,1)", "DECIMAL(9,2)", "DECIMAL(18,3)", "DECIMAL(38,5)"})
        expect_same(rows("i % 97 * 0.5 - 10", type));
}

TEST_F(ParquetTwin, DatesTimesAndBooleans) {
    expect_same(rows("DATE '2024-02-20' + CAST(i % 400 AS INTEGER)", "DATE"));
    for (const char* type : {"TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS"})
        expect_same(rows("TIMESTAMP '1969-12-31 23:00:00' + INTERVAL (i * 37) MINUTE", type));
    expect_same(rows("TIMESTAMP '2024-01-01' + INTERVAL (i * 37) MICROSECOND", "TIMESTAMP"));
    // Instants are in UTC, in files as in memory.
    expect_same(rows("TIMESTAMPTZ '1969-12-31 23:00:00+05' + INTERVAL (i * 37) MINUTE", "TIMESTAMPTZ"));
    expect_same(rows("TIME '10:00:00' + INTERVAL (i * 37) MILLISECOND", "TIME"));
    expect_same(rows("i % 3 = 0", "BOOLEAN"));
}

TEST_F(ParquetTwin, Texts) {
    expect_same(rows("'v' || (i * 7919 % 997)", "VARCHAR"));
    expect_same(rows("'a text of more than twelve bytes ' || (i % 30)", "VARCHAR"));
    expect_same(rows("(i % 50) || '.50'", "VARCHAR"));
    expect_same(rows("CASE WHEN i % 2 = 0 THEN '' ELSE 'čaj' END", "VARCHAR"));
    expect_same(rows("strftime(DATE '2024-01-01' + CAST(i % 300 AS INTEGER), '%d.%m.%Y')", "VARCHAR"));
    expect_same(
        "SELECT CAST(['x', 'z', 'y'][1 + i % 3] AS ENUM('z', 'unused', 'y', 'x')) AS x FROM range(5000) AS r(i)");
}

// Columns of lists: each is one text; NULL, [] and [NULL] are three.
std::string lists(const std::vector<std::pair<std::string, std::string>>& items_and_types) {
    std::string columns;
    for (const auto& [items, type] : items_and_types)
        columns += "CASE i % 9 WHEN 3 THEN NULL WHEN 4 THEN []::" + type + "[] WHEN 5 THEN [NULL]::" + type +
                   "[] ELSE CAST(" + items + " AS " + type + "[]) END AS x" + std::to_string(columns.size()) + ", ";
    return "SELECT " + columns + "i AS n FROM range(2500) AS r(i)";
}

TEST_F(ParquetTwin, Lists) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const char* type :
         {"TINYINT", "UINTEGER", "BIGINT", "UBIGINT", "DOUBLE", "FLOAT", "DECIMAL(9,2)", "DECIMAL(30,4)", "VARCHAR"})
        all.emplace_back("[i % 7, NULL, i % 3, i % 5]", type);
    all.emplace_back("[i / 7e0, i * 1e20, 1e-7 * i, 'nan'::DOUBLE, '-inf'::DOUBLE, -0.0]", "DOUBLE");
    all.emplace_back("[i % 2 = 0, true]", "BOOLEAN");
    all.emplace_back("[DATE '2024-02-20' + CAST(i % 400 AS INTEGER), DATE '1960-01-01']", "DATE");
    all.emplace_back("[TIMESTAMP '1969-12-31 23:00:00' + INTERVAL (i * 37) MILLISECOND]", "TIMESTAMP");
    all.emplace_back("[TIMESTAMPTZ '1969-12-31 23:00:00+05' + INTERVAL (i * 37) MINUTE]", "TIMESTAMPTZ");
    all.emplace_back("[TIME '10:00:00' + INTERVAL (i * 37) MILLISECOND]", "TIME");
    expect_same(lists(all));
    expect_same(
        "SELECT CAST([['x', 'z', 'y'][1 + i % 3], 'x'] AS ENUM('z', 'y', 'x')[]) AS x, "
        "array_value(i, i + 1, 3)::INTEGER[3] AS y FROM range(99) AS r(i)");
}

// What has to be quoted so that items stay apart.
TEST_F(ParquetTwin, TextInLists) {
    expect_same(
        "SELECT [chr(i::INTEGER), 'a' || chr(i::INTEGER), chr(i::INTEGER) || 'a', 'a' || chr(i::INTEGER) || 'a']"
        " AS x FROM range(1, 600) AS r(i)");
    expect_same(
        "SELECT unnest([[''], ['null'], ['NULL'], [NULL], ['nUlL '], ['nulls'], ['a', 'b'], ['a, b'], ['\\'],"
        " ['it''s'], ['  '], []]) AS x");
}

TEST_F(ParquetTwin, ListsAsThePolicyMeansThem) {
    TableInput category, missing;
    category.columns.push_back({"x0", ColumnType::category});
    missing.columns.push_back({"x0", ColumnType::found, {"[]", "[NULL]"}});
    for (const TableInput& input : {category, missing}) expect_same(lists({{"[i % 7, i % 2]", "INTEGER"}}), input);
}

TEST_F(ParquetTwin, AsThePolicyMeansThem) {
    TableInput category, missing;
    category.columns.push_back({"x", ColumnType::category});
    missing.columns.push_back({"x", ColumnType::found, {"5", "-9.0", "0.5", "2024-02-20", "v7", "true", "nan"}});
    TableInput both_of_them = category;
    both_of_them.missing = {"5", "1.50", "1.0", "true"};
    for (const std::string& sql :
         {rows("i * 37 % 101 - 50", "BIGINT"), rows("i * 37 % 101", "UBIGINT"), rows("i * 0.25e0 - 9", "DOUBLE"),
          rows("i * 0.1e0", "FLOAT"), rows("i * i * 1e12", "DOUBLE"), rows("i * 1e-7", "DOUBLE"),
          rows("i * 0.5 - 9", "DECIMAL(9,2)"), rows("DATE '2024-02-20' + CAST(i % 400 AS INTEGER)", "DATE"),
          rows("TIMESTAMP '2024-01-01' + INTERVAL (i * 500) MILLISECOND", "TIMESTAMP"), rows("i % 3 = 0", "BOOLEAN"),
          rows("'v' || (i % 97)", "VARCHAR"), rows("CASE WHEN i % 9 = 0 THEN 'nan'::DOUBLE ELSE i END", "DOUBLE")})
        for (const TableInput& input : {category, missing, both_of_them}) {
            const auto [ours, files] = both(sql, input);
            ASSERT_EQ(ours.ok(), files.ok())
                << sql << (ours ? "" : ours.error().message) << (files ? "" : files.error().message);
            if (ours) EXPECT_TRUE(same_table(*ours, *files)) << sql;
        }
}

TEST_F(ParquetTwin, Refusals) {
    expect_same_refusal("SELECT 'nan'::DOUBLE AS x UNION ALL SELECT 1");
    expect_same_refusal("SELECT 1e300::DOUBLE AS x UNION ALL SELECT 1e-300");
    expect_same_refusal("SELECT 1 AS x WHERE false");
    expect_same_refusal("SELECT '1/2/2020' AS x");
    TableInput typed;
    typed.columns.push_back({"x", ColumnType::day_first});
    expect_same_refusal("SELECT 'never' AS x", typed);
}

TEST_F(ParquetTwin, Tuples) {
    const std::string sql =
        "SELECT i % 7 AS a, 'v' || i % 5 AS b, i % 3 / 2.0 AS c, i AS id FROM range(200000) AS r(i)";
    run_sql("COPY (" + sql + ") TO '" + path("t.parquet") + "' (FORMAT parquet)");
    TableInput memory;
    memory.frame = engine_frame(sql);
    arrow::ArrowSource ours(memory.frame.held(), memory);
    const auto files = engine::open_source({.path = path("t.parquet")});
    ASSERT_TRUE(files.ok());
    const std::vector<std::string> columns = {"c", "a", "b"};
    const auto our_tuples = ours.read_tuples(columns, 0, no_progress());
    const auto file_tuples = (*files)->read_tuples(columns, 0, no_progress());
    ASSERT_TRUE(our_tuples.ok() && file_tuples.ok());
    EXPECT_TRUE(same_table(our_tuples->table, file_tuples->table));
    EXPECT_EQ(our_tuples->weights, file_tuples->weights);
    EXPECT_EQ(our_tuples->total, 200'000u);

    const std::vector<std::string> all = ours.columns();
    EXPECT_TRUE(ours.read_tuples(all, 100'000'000, no_progress()).ok());
    const auto refused = ours.read_tuples(all, 1'000'000, no_progress());
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("200,000 different rows need more than the 1 MB"));
    const auto missing = ours.read(std::vector<std::string>{"idd"}, no_progress());
    EXPECT_THAT(missing.error().message, ::testing::HasSubstr("there is no column 'idd', did you mean 'id'?"));
}

class Stopping : public Progress {
    bool cancelled() const override { return true; }
};

TEST_F(ParquetTwin, StopsWhenAsked) {
    TableInput memory;
    memory.frame = engine_frame("SELECT i FROM range(100000) AS r(i)");
    arrow::ArrowSource source(memory.frame.held(), memory);
    Stopping stopping;
    const auto table = source.read(source.columns(), stopping);
    ASSERT_FALSE(table.ok());
    EXPECT_EQ(table.error().kind, Error::Kind::cancelled);
}

}  // namespace parquet_twin_test
}  // namespace scrim::testing
