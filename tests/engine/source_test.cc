// Tables from every format, and what becomes of their values.
#include "tests/engine/scratch.h"

namespace scrim::testing {
namespace source_test {

using ::testing::ElementsAre;
using Kind = Domain::Kind;

class SourceTest : public EngineTest {
protected:
    // The only column of a table, from a CSV file with these cells.
    Table column(std::string_view cells) {
        const Result<Table> table = read({.path = write("column.csv", "x\n" + std::string(cells))});
        EXPECT_TRUE(table.ok()) << table.error().message;
        return *table;
    }
    Kind kind(std::string_view cells) { return column(cells)[0].domain().kind(); }
};

TEST_F(SourceTest, ReadsCsv) {
    const std::string file = write("people.csv", "name,age\nAda,36\nBob,41\nAda,29\n");
    const auto source = engine::open_source({.path = file});
    ASSERT_TRUE(source.ok()) << source.error().message;
    EXPECT_EQ((*source)->name(), file);
    EXPECT_THAT((*source)->columns(), ElementsAre("name", "age"));
    EXPECT_THAT(rows_of({.path = file}), ElementsAre(Row{"Ada", "36"}, Row{"Bob", "41"}, Row{"Ada", "29"}));
}

TEST_F(SourceTest, ReadsOnlyTheColumnsAskedForInTheirOrderAndAgain) {
    const auto source = engine::open_source({.path = write("t.csv", "a,b,c\n1,2,3\n4,5,6\n")});
    ASSERT_TRUE(source.ok());
    for (int i = 0; i < 2; ++i) {
        const std::vector<std::string> columns = {"c", "a"};
        const Result<Table> table = (*source)->read(columns, no_progress());
        ASSERT_TRUE(table.ok());
        EXPECT_THAT(table->names(), ElementsAre("c", "a"));
        EXPECT_THAT(rows_of(*table), ElementsAre(Row{"3", "1"}, Row{"6", "4"}));
    }
}

TEST_F(SourceTest, FindsDelimiters) {
    for (const std::string delimiter : {",", ";", "|", "\t"}) {
        const std::string file = write("t.txt", "a" + delimiter + "b\n1" + delimiter + "2\n");
        EXPECT_THAT(rows_of({.path = file}), ElementsAre(Row{"1", "2"})) << delimiter;
        EXPECT_THAT(rows_of({.path = file, .delimiter = delimiter}), ElementsAre(Row{"1", "2"})) << delimiter;
    }
    EXPECT_THAT(rows_of({.path = write("t.tsv", "a\tb\nx,5\t2\n"), .delimiter = "tab"}), ElementsAre(Row{"x,5", "2"}));
    EXPECT_THAT(rows_of({.path = write("t.csv", "a;b\nx,5;2,y\n")}), ElementsAre(Row{"x,5", "2,y"}));
    EXPECT_THAT(rows_of({.path = write("t.csv", "a~b\n1~2\n"), .delimiter = "~"}), ElementsAre(Row{"1", "2"}));
    EXPECT_THAT(rows_of({.path = write("one.csv", "name\nSmith, John\n")}), ElementsAre(Row{"Smith, John"}));
}

TEST_F(SourceTest, ReadsQuotesLineEndsAndUnicode) {
    EXPECT_THAT(rows_of({.path = write("q.csv", "a,b\n\"x,\"\"y\"\"\",\"two\nlines\"\n")}),
                ElementsAre(Row{"x,\"y\"", "two\nlines"}));
    EXPECT_THAT(rows_of({.path = write("crlf.csv", "a,b\r\n1,\"p\r\nq\"\r\n")}), ElementsAre(Row{"1", "p\r\nq"}));
    EXPECT_THAT(rows_of({.path = write("cr.csv", "a,b\r1,2\r3,4\r")}), ElementsAre(Row{"1", "2"}, Row{"3", "4"}));
    EXPECT_THAT(rows_of({.path = write("bom.csv",
                                       "\xEF\xBB\xBF"
                                       "naïve,b\nčaj,日本\n")}),
                ElementsAre(Row{"čaj", "日本"}));
    EXPECT_THAT(rows_of({.path = write("noend.csv", "a,b\n1,2")}), ElementsAre(Row{"1", "2"}));
    EXPECT_THAT(rows_of({.path = write("#.csv", "a,b\n#1, 2 \n")}), ElementsAre(Row{"#1", " 2 "}));
}

TEST_F(SourceTest, TakesOddNamesAsTheyAre) {
    const auto source =
        engine::open_source({.path = write("t.csv", "Age,age,\"a\"\"b\",\"select; '\",,\n1,2,3,4,5,6\n")});
    ASSERT_TRUE(source.ok()) << source.error().message;
    EXPECT_THAT((*source)->columns(), ElementsAre("Age", "age", "a\"b", "select; '", "column5", "column6"));
    const Result<Table> table = (*source)->read((*source)->columns(), no_progress());
    EXPECT_THAT(rows_of(*table), ElementsAre(Row{"1", "2", "3", "4", "5", "6"}));
    EXPECT_THAT(rows_of({.path = write("h.csv", "1,2\n3,4\n"), .header = false}),
                ElementsAre(Row{"1", "2"}, Row{"3", "4"}));
}

TEST_F(SourceTest, TakesFileNamesAsTheyAre) {
    write("ab.csv", "x\n1\n");
    std::filesystem::create_directory(path("year=2024"));
    EXPECT_THAT(rows_of({.path = write("a*.csv", "x\n2\n")}), ElementsAre(Row{"2"}));
    EXPECT_THAT(rows_of({.path = write("a[b].csv", "x\n3\n")}), ElementsAre(Row{"3"}));
    EXPECT_THAT(rows_of({.path = write("it's.csv", "x\n4\n")}), ElementsAre(Row{"4"}));
    EXPECT_THAT(rows_of({.path = write("year=2024/t.csv", "x\n5\n")}), ElementsAre(Row{"5"}));
    EXPECT_THAT(rows_of({.path = write("noextension", "x\n6\n")}), ElementsAre(Row{"6"}));
}

TEST_F(SourceTest, NullsAreEmptyCellsAndTheStringsGiven) {
    const std::string file = write("t.csv", "a,b\n1,\"\"\n,NA\nNULL,x\n");
    EXPECT_THAT(rows_of({.path = file}), ElementsAre(Row{"1", "NULL"}, Row{"NULL", "NA"}, Row{"NULL", "x"}));
    const Result<Table> table = read({.path = file, .null_strings = {"NA", "NULL"}});
    ASSERT_TRUE(table.ok());
    EXPECT_EQ((*table)[0].domain().kind(), Kind::number);
    EXPECT_EQ((*table)[0].domain().values(), 1u);
    EXPECT_EQ((*table)[0][1], (*table)[0].domain().null_code());
    EXPECT_EQ((*table)[1].domain().values(), 1u);
}

TEST_F(SourceTest, AColumnOfNullsHasNoValues) {
    const Result<Table> table = read({.path = write("t.csv", "a,b\n1,\n2,\n")});
    ASSERT_TRUE(table.ok());
    EXPECT_EQ((*table)[1].domain().kind(), Kind::text);
    EXPECT_EQ((*table)[1].domain().values(), 0u);
    EXPECT_EQ((*table)[1].domain().size(), 1u);
    EXPECT_EQ((*table)[1][0], 0u);
}

TEST_F(SourceTest, KindsOfCells) {
    EXPECT_EQ(kind("1\n-0.5\n1e3\n"), Kind::number);
    EXPECT_EQ(kind("02139\n90210\n"), Kind::text);
    EXPECT_EQ(kind("2024-02-29\n1969-12-31\n"), Kind::date);
    EXPECT_EQ(kind("2024-02-30\n"), Kind::text);
    EXPECT_EQ(kind("2024-02-29 13:45\n1969-12-31T00:00:00.5\n"), Kind::timestamp);
    EXPECT_EQ(kind("2024-02-29 13:45\n1969-12-31\n"), Kind::text);
    EXPECT_EQ(kind("1\nx\n"), Kind::text);
    EXPECT_EQ(kind("NaN\n"), Kind::text);
    EXPECT_EQ(kind("true\nfalse\n"), Kind::text);
}

TEST_F(SourceTest, EqualNumbersAreOneValueInTheOrderOfValue) {
    const Table table = column("10\n1.0\n9\n1\n-2.50\n-2.5\n");
    EXPECT_EQ(table[0].domain().size(), 4u);
    EXPECT_EQ(table[0].domain().scale(), 1);
    EXPECT_EQ(table[0][1], table[0][3]);
    EXPECT_THAT(rows_of(table), ElementsAre(Row{"10"}, Row{"1"}, Row{"9"}, Row{"1"}, Row{"-2.5"}, Row{"-2.5"}));
    EXPECT_EQ(table[0].domain().label(0), "-2.5");
    EXPECT_EQ(table[0].domain().label(3), "10");
}

TEST_F(SourceTest, NumbersBeyond64BitsStayExact) {
    const std::string a = "12345678901234567890123456789012345678", b = "12345678901234567890123456789012345679";
    EXPECT_THAT(rows_of(column(a + "\n" + b + "\n")), ElementsAre(Row{a}, Row{b}));
    const std::string json =
        write("t.json", "[{\"n\": 123456789012345678901234567890}, {\"n\": 123456789012345678901234567891}]");
    EXPECT_THAT(rows_of({.path = json}),
                ElementsAre(Row{"123456789012345678901234567890"}, Row{"123456789012345678901234567891"}));
}

TEST_F(SourceTest, ReadsParquetTypes) {
    const std::string file = path("t.parquet");
    run_sql(
        "COPY (SELECT * FROM (VALUES (1::TINYINT, 200::UTINYINT, -5::BIGINT, 18446744073709551615::UBIGINT, "
        "0.1::DOUBLE, 0.1::FLOAT, "
        "1.50::DECIMAL(9, 2), DATE '2024-02-29', TIMESTAMP '1969-12-31 23:59:59.5', true, 'x', [1, 2]), "
        "(NULL, NULL, NULL, NULL, -0.0, NULL, NULL, NULL, NULL, NULL, NULL, NULL)) "
        "t(a, b, c, d, e, f, g, h, i, j, k, l)) TO '" +
        file + "'");
    const Result<Table> table = read({.path = file});
    ASSERT_TRUE(table.ok()) << table.error().message;
    EXPECT_THAT(rows_of(*table), ElementsAre(Row{"1", "200", "-5", "18446744073709551615", "0.1", "0.1", "1.5",
                                                 "2024-02-29", "1969-12-31 23:59:59.500000", "true", "x", "[1, 2]"},
                                             Row{"NULL", "NULL", "NULL", "NULL", "0", "NULL", "NULL", "NULL", "NULL",
                                                 "NULL", "NULL", "NULL"}));
    EXPECT_EQ((*table)[3].domain().kind(), Kind::number);
    EXPECT_EQ((*table)[5].domain().kind(), Kind::number);
    EXPECT_EQ((*table)[7].domain().kind(), Kind::date);
    EXPECT_EQ((*table)[8].domain().kind(), Kind::timestamp);
}

TEST_F(SourceTest, ReadsJsonWithKeysThatOnlyALateObjectHas) {
    std::string lines;
    for (int i = 0; i < 25'000; ++i) lines += "{\"zip\": \"02139\", \"n\": 1.50}\n";
    lines += "{\"zip\": \"02140\", \"n\": \"x\", \"late\": [1, {\"deep\": null}], \"no\": null}\n";
    for (const char* name : {"t.json", "t.ndjson", "t.jsonl"}) {
        const Result<Table> table = read({.path = write(name, lines)});
        ASSERT_TRUE(table.ok()) << table.error().message;
        EXPECT_EQ(table->rows(), 25'001u);
        EXPECT_THAT(rows_of(*table).front(), ElementsAre("02139", "1.5", "NULL", "NULL"));
        EXPECT_THAT(rows_of(*table).back(), ElementsAre("02140", "x", "[1,{\"deep\":null}]", "NULL"));
    }
}

TEST_F(SourceTest, ReadsCompressedFiles) {
    const std::string query = "COPY (SELECT i AS a, 'v' || i AS b FROM range(5000) t(i)) TO '";
    for (const std::string name : {"t.csv", "t.json", "t.ndjson"})
        for (const std::string compression : {"", ".gz", ".zst"}) {
            const std::string file = path(name + compression);
            run_sql(query + file + "'");
            const std::vector<Row> rows = rows_of({.path = file});
            ASSERT_EQ(rows.size(), 5000u) << file;
            EXPECT_THAT(rows[4999], ElementsAre("4999", "v4999")) << file;
        }
}

class DatabaseTest : public EngineTest {
protected:
    DatabaseTest() {
        run_sql(
            "CREATE TYPE color AS ENUM ('red', 'green', 'blue'); CREATE TABLE t(id INTEGER, c color); "
            "INSERT INTO t VALUES (2, 'blue'), (1, NULL), (3, 'red'), (4, 'blue')",
            path("one.db"));
        run_sql(
            "CREATE TABLE a(x INTEGER); INSERT INTO a VALUES (1); CREATE VIEW v AS SELECT x + 1 AS y FROM a; CREATE "
            "SCHEMA s; "
            "CREATE TABLE s.a(z INTEGER); INSERT INTO s.a VALUES (9)",
            path("many.duckdb"));
    }
};

TEST_F(DatabaseTest, ReadsTheOnlyTable) {
    const auto source = engine::open_source({.path = path("one.db")});
    ASSERT_TRUE(source.ok()) << source.error().message;
    EXPECT_EQ((*source)->name(), "table t of " + path("one.db"));
    EXPECT_THAT(rows_of({.path = path("one.db")}),
                ElementsAre(Row{"2", "blue"}, Row{"1", "NULL"}, Row{"3", "red"}, Row{"4", "blue"}));
}

TEST_F(DatabaseTest, ReadsAChosenTableOrQuery) {
    const std::string file = path("many.duckdb");
    EXPECT_THAT(rows_of({.path = file, .table = "a"}), ElementsAre(Row{"1"}));
    EXPECT_THAT(rows_of({.path = file, .table = "main.a"}), ElementsAre(Row{"1"}));
    EXPECT_THAT(rows_of({.path = file, .table = "s.a"}), ElementsAre(Row{"9"}));
    EXPECT_THAT(rows_of({.path = file, .table = "v"}), ElementsAre(Row{"2"}));
    EXPECT_THAT(rows_of({.path = file, .query = "SELECT x, y FROM a, v -- both\n;"}), ElementsAre(Row{"1", "2"}));
    EXPECT_THAT(rows_of({.path = file, .query = "SELECT i FROM range(5) t(i) ORDER BY i DESC LIMIT 2"}),
                ElementsAre(Row{"4"}, Row{"3"}));
}

TEST_F(DatabaseTest, RefusesWhatIsNotThere) {
    const std::string file = path("many.duckdb");
    EXPECT_EQ(message_of(read({.path = file})),
              file + ": the file holds several tables; choose one of 'a', 'v', 's.a'");
    EXPECT_EQ(message_of(read({.path = file, .table = "patients"})),
              file + ": there is no table 'patients'; there are 'a', 'v', 's.a'");
    EXPECT_EQ(message_of(read({.path = file, .query = "DROP TABLE a"})),
              file + ": the query is not one SELECT; nothing else is accepted");
    EXPECT_EQ(message_of(read({.path = file, .query = "SELECT 1; SELECT 2"})),
              file + ": the query is not one SELECT; nothing else is accepted");
    EXPECT_EQ(message_of(read({.path = file, .query = "SELECT x, x FROM a"})),
              file + ": two columns are named 'x'; give each a name of its own");
    EXPECT_EQ(message_of(read({.path = file, .table = "a", .query = "SELECT 1"})),
              file + ": both a table and a query are given; one of them is accepted");
    EXPECT_TRUE(is_one_line(message_of(read({.path = file, .query = "SELEC 1"}))));
    EXPECT_TRUE(is_one_line(message_of(read({.path = file, .query = "SELECT nothing FROM a"}))));
    EXPECT_EQ(message_of(read({.path = file, .query = "SELECT * FROM a WHERE x > 5"})),
              "query on " + file + ": there are no rows; at least one is expected");
    EXPECT_THAT(files(), ElementsAre("many.duckdb", "one.db"));
}

}  // namespace source_test
}  // namespace scrim::testing
