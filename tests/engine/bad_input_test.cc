// Files that are not what they should be: each is refused with one line that says what would be accepted.
#include "tests/engine/scratch.h"

#include <fstream>
#include <iterator>

namespace scrim::testing {
namespace bad_input_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class BadInputTest : public EngineTest {
protected:
    // What is said about a file, without its name.
    std::string complaint(const std::string& file, TableInput options = {}, std::vector<std::string> columns = {}) {
        options.path = file;
        const Result<Table> result = read(options, std::move(columns));
        const std::string message = message_of(result);
        EXPECT_TRUE(is_one_line(message));
        EXPECT_TRUE(result || result.error().kind == Error::Kind::input) << message;
        EXPECT_TRUE(message.starts_with(file + ": ")) << message;
        return message.substr(std::min(message.size(), file.size() + 2));
    }
    std::string complaint_about(std::string_view bytes, TableInput options = {}) {
        return complaint(write("bad.csv", bytes), std::move(options));
    }
    std::string bytes_of(const std::string& file) {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

TEST_F(BadInputTest, Files) {
    EXPECT_EQ(complaint(path("none.csv")), "there is no such file");
    EXPECT_EQ(complaint(folder_.string()),
              "this is a folder without Parquet files; a file, or a folder of those, is expected");
    EXPECT_EQ(complaint("/dev/null"), "this is not a regular file, and only those can be read twice");
    EXPECT_EQ(complaint_about(""), "the file is empty");
    EXPECT_EQ(complaint(write("t.parquet", "")), "the file is empty");
    EXPECT_EQ(complaint(write("t.parquet.gz", "x")), "a .parquet file cannot be read compressed; unpack it first");
    EXPECT_EQ(complaint(write("t.csv", "a\n1\n"), {.table = "t"}),
              "a table or a query can only be chosen in a DuckDB file (.db or .duckdb)");
    EXPECT_EQ(complaint(write("t.parquet", "PAR1"), {.delimiter = ";"}),
              "delimiter, null strings and a missing header are only for CSV files");
}

TEST_F(BadInputTest, CsvHeaders) {
    EXPECT_EQ(complaint_about("a,b\n"), "there are no rows; at least one is expected");
    EXPECT_EQ(complaint_about("a,b"), "there are no rows; at least one is expected");
    EXPECT_EQ(complaint_about("\na,b\n1,2\n"), "the first line is blank; a line of column names is expected");
    EXPECT_EQ(complaint_about("age,zip,age\n1,2,3\n"),
              "the header names column 'age' twice; give each column a name of its own");
    EXPECT_EQ(complaint_about("a\xE9,b\n1,2\n"),
              "the first line is not UTF-8; convert the file, for example with iconv -f latin1 -t utf-8");
    EXPECT_EQ(complaint_about(std::string("\xFF\xFE"
                                          "a\0\n\0",
                                          6)),
              "the file is UTF-16; save it as UTF-8, for example with iconv -f utf-16 -t utf-8");
    EXPECT_EQ(complaint_about("\"a,b\n1,2\n"),
              "a quote in the first line is not closed; a line of column names is expected");
    EXPECT_EQ(complaint_about("a," + std::string(300'000, 'b') + "\n1,2\n"),
              "the first line is longer than 262,144 bytes; a line of column names is expected");
    EXPECT_EQ(complaint_about("a,b\n1,2\n", {.delimiter = "||"}),
              "delimiter '||' is not usable; one character such as ',' ';' '|' or the word tab is accepted");
}

TEST_F(BadInputTest, CsvRows) {
    EXPECT_EQ(complaint_about("a,b,c\n1,2,3\n4,5\n"), "line 3 has 2 cells where the first line has 3");
    EXPECT_EQ(complaint_about("a,b,c\n1,2,3\n1,2,3\n4,5,6,7\n"), "line 4 has 4 cells where the first line has 3");
    EXPECT_THAT(complaint_about("a,b\n1,\xE9\n"), HasSubstr("line 2 is not UTF-8; convert the file"));
    EXPECT_THAT(complaint_about("a,b\n\"unclosed,2\n3,4\n"), HasSubstr("line 2 has a quoted value that does not end"));
    EXPECT_THAT(complaint_about("a,b\n\"x\"y,2\n"), HasSubstr("line 2 has a quoted value that does not end"));
    EXPECT_THAT(complaint_about("a,b\n1,\"" + std::string(3'000'000, 'x') + "\"\n"),
                HasSubstr("line 2 holds a field that is too long"));
    // Lines are those of an editor, also where values hold some.
    EXPECT_EQ(complaint_about("\"a\nx\",b\n1,2\n3\n"), "line 4 has 1 cell where the first line has 2");
    EXPECT_EQ(complaint_about("a,b\n1,\"2\n\n\"\n3\n"), "line 5 has 1 cell where the first line has 2");
}

TEST_F(BadInputTest, RaggedLineFarDown) {
    std::string text = "a,b\n";
    for (int i = 0; i < 400'000; ++i) text += "12345,67890\n";
    EXPECT_EQ(complaint_about(text + "1\n" + text), "line 400002 has 1 cell where the first line has 2");
}

TEST_F(BadInputTest, MissingColumns) {
    const std::string file = write("t.csv", "age,zip,disease\n1,2,3\n");
    EXPECT_EQ(complaint(file, {}, {"age", "salary"}), "there is no column 'salary'; there are 'age', 'zip', 'disease'");
    EXPECT_EQ(complaint(file, {}, {"diseas"}),
              "there is no column 'diseas', did you mean 'disease'?; there are 'age', 'zip', 'disease'");
    EXPECT_EQ(complaint(file, {}, {"age", "zip", "age"}), "column 'age' is asked for twice");
    EXPECT_EQ(complaint(write("s.csv", "age;zip\n1;2\n"), {.delimiter = ","}, {"age"}),
              "there is no column 'age', only 'age;zip'; the delimiter looks wrong, give ';'");
    EXPECT_EQ(complaint(write("s.csv", "age\tzip\n1\t2\n"), {.delimiter = ","}, {"age"}),
              "there is no column 'age', only 'age\\x09zip'; the delimiter looks wrong, give tab");
    const auto source = engine::open_source({.path = file});
    EXPECT_EQ((*source)->read({}, no_progress()).error().message, file + ": no column is asked for; name at least one");
}

TEST_F(BadInputTest, NumbersThatNoExactArithmeticHolds) {
    EXPECT_EQ(complaint_about("x\n1\nNaN\n2.5\n"),
              "column 'x' holds 'NaN' among its numbers; finite numbers or empty cells are accepted");
    EXPECT_EQ(complaint_about("x\n1\n-Infinity\n"),
              "column 'x' holds '-Infinity' among its numbers; finite numbers or empty cells are accepted");
    EXPECT_EQ(complaint_about("x\n1e30\n1e-30\n"),
              "column 'x' holds '1e30', with which it needs more than 38 digits; round the column to fewer decimals, "
              "or leave that cell "
              "empty");
    run_sql(
        "COPY (SELECT 'nan'::DOUBLE AS d, 'inf'::FLOAT AS f, 1e300 AS w, 'infinity'::DATE AS t, 1 AS i UNION ALL "
        "SELECT 1, 1, 1, DATE '2024-01-01', 2) TO '" +
        path("t.parquet") + "'");
    EXPECT_THAT(complaint(path("t.parquet"), {}, {"d"}), HasSubstr("column 'd' holds 'nan' among its numbers"));
    EXPECT_THAT(complaint(path("t.parquet"), {}, {"f"}), HasSubstr("column 'f' holds 'inf' among its numbers"));
    EXPECT_THAT(complaint(path("t.parquet"), {}, {"w"}),
                HasSubstr("column 'w' holds '1e+300', with which it needs more than 38 digits"));
    EXPECT_EQ(complaint(path("t.parquet"), {}, {"t"}),
              "column 't' holds an infinite date; dates of the calendar or empty cells are accepted");
    EXPECT_TRUE(read({.path = path("t.parquet")}, {"i"}).ok());
}

TEST_F(BadInputTest, BrokenParquetJsonAndDatabases) {
    run_sql("COPY (SELECT i, 'text ' || i AS s FROM range(200000) t(i)) TO '" + path("good.parquet") + "'");
    const std::string good = bytes_of(path("good.parquet"));
    EXPECT_FALSE(complaint(write("short.parquet", "abc")).empty());
    EXPECT_FALSE(complaint(write("cut.parquet", good.substr(0, good.size() / 2))).empty());
    EXPECT_FALSE(complaint(write("garbage.parquet", "PAR1garbage garbagePAR1")).empty());
    EXPECT_FALSE(complaint(write("csv.parquet", "a,b\n1,2\n")).empty());
    EXPECT_THAT(complaint(write("cut.json", "{\"a\": 1}\n{\"a\":\n")), HasSubstr("malformed JSON"));
    EXPECT_THAT(complaint(write("cut2.json", "[{\"a\": 1}, {\"a\": 2]")), HasSubstr("malformed JSON"));
    EXPECT_THAT(complaint(write("latin.json", "{\"a\": \"\xE9\"}\n")), HasSubstr("invalid UTF-8"));
    EXPECT_THAT(complaint(write("twice.json", "{\"a\": 1, \"a\": 2}\n")), HasSubstr("duplicate key \"a\""));
    for (const char* text : {"[1, 2, 3]", "\n\n", "[]", "{}\n{}\n", "\"x\""})
        EXPECT_EQ(complaint(write("t.json", text)),
                  "JSON objects are expected, one for each row, in a list or one after the other")
            << text;
    EXPECT_THAT(complaint(write("t.db", std::string(20'000, 'x'))), HasSubstr("not a valid DuckDB database file"));
    run_sql("SELECT 1", path("empty.db"));
    EXPECT_EQ(complaint(path("empty.db")), "the file holds no table");
}

TEST_F(BadInputTest, TruncatedAndDamagedCompressedFiles) {
    // One column of one width: the cut-off file would be well-formed, and its last number wrong.
    const std::string query = "COPY (SELECT hash(i) AS n FROM range(50000) t(i)) TO '";
    for (const std::string name : {"t.csv.gz", "t.csv.zst", "t.ndjson.gz"}) {
        run_sql(query + path(name) + "'");
        const std::string whole = bytes_of(path(name));
        ASSERT_TRUE(read({.path = path(name)}).ok());
        for (const std::size_t size : {whole.size() / 2, whole.size() - 5})
            EXPECT_THAT(complaint(write("cut-" + name, whole.substr(0, size))), HasSubstr("truncated or damaged"))
                << name << " " << size;
    }
    std::string flipped = bytes_of(path("t.csv.gz"));
    flipped[flipped.size() - 6] ^= 1;
    EXPECT_THAT(complaint(write("crc.csv.gz", flipped)), HasSubstr("truncated or damaged"));
    EXPECT_FALSE(complaint(write("not.csv.gz", "a,b\n1,2\n")).empty());
    EXPECT_FALSE(complaint(write("not.csv.zst", "a,b\n1,2\n")).empty());
    run_sql("COPY (SELECT 1 AS a WHERE false) TO '" + path("none.csv.gz") + "' (HEADER false)");
    EXPECT_EQ(complaint(path("none.csv.gz")), "the file is empty");
}

TEST_F(BadInputTest, NothingIsLeftBehind) {
    complaint_about("a,b\n1\n");
    EXPECT_THAT(files(), ElementsAre("bad.csv"));
    EXPECT_FALSE(std::filesystem::exists(".tmp"));
}

}  // namespace bad_input_test
}  // namespace scrim::testing
