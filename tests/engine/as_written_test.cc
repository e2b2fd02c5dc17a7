// Files that hold the same values as others, spelled, quoted or typed in another way.
#include "adapters/duckdb/files/sink.h"
#include "tests/engine/scratch.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace scrim::testing {
namespace as_written_test {

using ::testing::HasSubstr;

class AsWrittenTest : public EngineTest {
protected:
    std::string content(std::string_view name) const {
        std::ifstream stream(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    // What is said of a file.
    std::string said_of(const std::string& name) const {
        auto source = engine::open_source({.path = path(name)});
        if (!source) return source.error().message;
        const auto table = (*source)->read((*source)->columns(), no_progress());
        if (!table) return table.error().message;
        const auto said = (*source)->why_not_as_written(*table, no_progress());
        return said ? *said : said.error().message;
    }
    // As publish would write it: only values that occur, as a reader sees them.
    static Table table() {
        std::vector<std::string> texts;
        for (int byte = 1; byte < 128; ++byte) texts.push_back(std::string("x") + static_cast<char>(byte) + "y");
        for (const char* more : {" blanks ", "čaj", "日本", "NULL", "\"", "''", "#", "-", "\\", "/"})
            texts.push_back(more);
        std::sort(texts.begin(), texts.end());
        const auto count = static_cast<Code>(texts.size());
        std::vector<Code> codes, reversed;
        for (Code code = 0; code < count; ++code) codes.push_back(code);
        for (Code code = 0; code < count; ++code) reversed.push_back(count - 1 - code);
        std::vector<Int128> numbers;
        for (Code code = 0; code + 1 < count; ++code) numbers.push_back(Int128{code} * 25 - 600);
        const auto of = [&](Domain domain) { return std::make_shared<Domain>(std::move(domain)); };
        Table table;
        table.add("text, \"quoted\"", Column(of(Domain::of_text(texts)), codes));
        table.add("whole #", Column(of(Domain::of_numbers(numbers, 0, Domain::Kind::number, true)), reversed));
        table.add("decimal", Column(of(Domain::of_numbers(numbers, 2, Domain::Kind::number, true)), codes));
        table.add("date", Column(of(Domain::of_numbers(numbers, 0, Domain::Kind::date, true)), reversed));
        for (Int128& number : numbers) number *= 1'234'567;
        table.add("time", Column(of(Domain::of_numbers(numbers, 0, Domain::Kind::timestamp, true)), codes));
        return table;
    }
};

TEST_F(AsWrittenTest, WhatTheSinkWritesIs) {
    for (const char* name : {"t.csv", "t.csv.gz", "t.csv.zst", "t.tsv", "t.json", "t.jsonl", "t.ndjson", "t.parquet"}) {
        ASSERT_TRUE(engine::write_table(table(), path(name)).ok()) << name;
        EXPECT_EQ(said_of(name), "") << name;
    }
}

TEST_F(AsWrittenTest, OneColumnWithMissingValues) {
    Table one;
    one.add("a", Column(std::make_shared<Domain>(Domain::of_text({"x"}, true)), std::vector<Code>{0, 1, 0, 1}));
    for (const char* name : {"t.json", "t.parquet"}) {
        ASSERT_TRUE(engine::write_table(one, path(name)).ok()) << name;
        EXPECT_EQ(said_of(name), "") << name;
    }
}

TEST_F(AsWrittenTest, OtherCsvOfTheSameValues) {
    write("t.csv", "a,b\n30,x\n31,y\n,\"p, q\"\n");
    EXPECT_EQ(said_of("t.csv"), "");
    for (const char* other :
         {"a,b\n30.0,x\n31,y\n,\"p, q\"\n", "a,b\n30,x\n3.1e1,y\n,\"p, q\"\n", "a,b\n\"30\",x\n31,y\n,\"p, q\"\n",
          "a,b\n30,\"x\"\n31,y\n,\"p, q\"\n", "a,b\r\n30,x\r\n31,y\r\n,\"p, q\"\r\n",
          "\"a\",b\n30,x\n31,y\n,\"p, q\"\n", "a,b\n30,x\n31,y\n\"\",\"p, q\"\n", "a,b\n30,x\n31,y\n,\"p, q\"",
          "a,b\n30,x\n31,y\n,\"p, q\"\n\n",
          "\xEF\xBB\xBF"
          "a,b\n30,x\n31,y\n,\"p, q\"\n"}) {
        write("other.csv", other);
        EXPECT_NE(said_of("other.csv"), "") << other;
    }
    write("other.csv", "a,b\n30,x\n31.0,y\n,\"p, q\"\n");
    EXPECT_EQ(said_of("other.csv"), "line 3 is not what would be written for its values");
    write("times.csv", "t\n2024-02-29 10:00:00\n2024-02-29T10:00:01\n");
    EXPECT_THAT(said_of("times.csv"), HasSubstr("line 3"));
}

TEST_F(AsWrittenTest, OtherJsonOfTheSameValues) {
    ASSERT_TRUE(engine::write_table(*read({.path = write("t.csv", "a,b\n30,x\n31.5,y\n,z\n")}), path("t.json")).ok());
    const std::string text = content("t.json");
    EXPECT_EQ(said_of("t.json"), "");
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = text;
        EXPECT_NE(other.find(from), std::string::npos) << from << " in " << text;
        return other.replace(other.find(from), from.size(), to);
    };
    for (const std::string& other :
         {changed("30.0", "30"), changed("31.5", "31.50"), changed("31.5", "3.15e1"), changed("\"x\"", "\"\\u0078\""),
          changed("\"y\"", " \"y\""), changed("\"a\":null,", ""), text + "\n"}) {
        write("other.json", other);
        EXPECT_NE(said_of("other.json"), "") << other;
    }
}

TEST_F(AsWrittenTest, NumbersAsTextInParquet) {
    run_sql("COPY (SELECT * FROM (VALUES ('30', 'x'), ('30.0', 'y')) t(a, b)) TO '" + path("t.parquet") + "'");
    EXPECT_THAT(said_of("t.parquet"), HasSubstr("column 'a' has the type VARCHAR, and BIGINT would be written"));
}

}  // namespace as_written_test
}  // namespace scrim::testing
