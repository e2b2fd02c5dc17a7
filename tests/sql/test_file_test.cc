#include "tests/sql/test_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace test_file_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TestFile parsed(std::string_view text) {
    const auto file = parse_test_file(text);
    EXPECT_TRUE(file.ok()) << (file.ok() ? "" : file.error().message);
    return file.ok() ? *file : TestFile{};
}

std::string mistake(std::string_view text) {
    const auto file = parse_test_file(text);
    return file.ok() ? "" : file.error().message;
}

TEST(TestFileFormat, StatementsMaySpanLinesAndEndWithoutSemicolon) {
    const TestFile file =
        parsed("# a comment\n\nstatement ok\nCREATE TABLE t (\n  a INTEGER);\n\nstatement ok\nDROP TABLE t\n");
    ASSERT_EQ(file.records.size(), 2u);
    EXPECT_EQ(file.records[0].sql, "CREATE TABLE t (\n  a INTEGER)");
    EXPECT_EQ(file.records[0].line, 3u);
    EXPECT_EQ(file.records[1].sql, "DROP TABLE t");
    EXPECT_FALSE(file.on_disk);
}

TEST(TestFileFormat, ErrorsHoldARegularExpression) {
    const TestFile file = parsed("statement error no (table|view) 'x'\nSELECT * FROM x\n");
    ASSERT_EQ(file.records.size(), 1u);
    EXPECT_EQ(file.records[0].kind, TestRecord::Kind::error);
    EXPECT_EQ(file.records[0].argument, "no (table|view) 'x'");
}

TEST(TestFileFormat, CellsAreSeparatedByTabsOrTwoSpaces) {
    const TestFile file =
        parsed("query rowsort header\nSELECT *\nFROM t\n----\nname  a b\n  Ann Lee     NULL\nx  y\t*\n");
    ASSERT_EQ(file.records.size(), 1u);
    const TestRecord& query = file.records[0];
    EXPECT_TRUE(query.rowsort);
    EXPECT_TRUE(query.header);
    EXPECT_EQ(query.sql, "SELECT *\nFROM t");
    EXPECT_THAT(query.rows,
                ElementsAre(ElementsAre("name", "a b"), ElementsAre("Ann Lee", "NULL"), ElementsAre("x  y", "*")));
}

TEST(TestFileFormat, AQueryMayExpectNoRows) {
    const TestFile file = parsed("query\nSELECT 1 WHERE false\n----\n\nas analyst\n\nas owner\n");
    ASSERT_EQ(file.records.size(), 3u);
    EXPECT_THAT(file.records[0].rows, IsEmpty());
    EXPECT_EQ(file.records[1].argument, "analyst");
    EXPECT_EQ(file.records[2].argument, "");
}

TEST(TestFileFormat, RowsMayLookLikeComments) {
    const TestFile file = parsed("query\nSELECT '#1'\n----\n#1\n");
    EXPECT_THAT(file.records.at(0).rows, ElementsAre(ElementsAre("#1")));
}

TEST(TestFileFormat, APlanIsForTheNextRecordOnly) {
    const TestFile file = parsed(
        "onlyif plan=anonymize_then_select\nstatement ok\nA\n\nskip unless plan=auto\nas x\n\nstatement ok\nB\n");
    ASSERT_EQ(file.records.size(), 3u);
    EXPECT_EQ(file.records[0].plan, "anonymize_then_select");
    EXPECT_EQ(file.records[1].plan, "auto");
    EXPECT_EQ(file.records[2].plan, "");
}

TEST(TestFileFormat, AFileDatabaseCanBeReopened) {
    const TestFile file = parsed("database file\n\nstatement ok\nA\n\nreopen\n");
    EXPECT_TRUE(file.on_disk);
    EXPECT_EQ(file.records.at(1).kind, TestRecord::Kind::reopen);
}

TEST(TestFileFormat, MistakesNameTheirLine) {
    EXPECT_THAT(mistake("statement ok\nA\n\nstatment ok\nB\n"), HasSubstr("line 4: 'statment ok' is no record"));
    EXPECT_THAT(mistake("statement ok\n\n"), HasSubstr("line 1: there is no SQL"));
    EXPECT_THAT(mistake("query\nSELECT 1\n\n"), HasSubstr("rows are missing"));
    EXPECT_THAT(mistake("statement ok\nSELECT 1\n----\n1\n"), HasSubstr("a statement has no ----"));
    EXPECT_THAT(mistake("query sorted\nSELECT 1\n----\n"), HasSubstr("'sorted'"));
    EXPECT_THAT(mistake("query header\nSELECT 1\n----\n"), HasSubstr("the header is missing"));
    EXPECT_THAT(mistake("statement error (\nSELECT 1\n"), HasSubstr("no regular expression"));
    EXPECT_THAT(mistake("onlyif plan=fast\nstatement ok\nA\n"), HasSubstr("'plan=fast'"));
    EXPECT_THAT(mistake("statement ok\nA\n\nonlyif plan=auto\n"), HasSubstr("no record follows"));
    EXPECT_THAT(mistake("statement ok\nA\n\ndatabase file\n"), HasSubstr("before all records"));
    EXPECT_THAT(mistake("reopen\n"), HasSubstr("needs 'database file'"));
    EXPECT_THAT(mistake("# nothing\n"), HasSubstr("there is no record"));
}

TEST(TestFileCells, AreWrittenAsPeopleExpectThem) {
    const SqlColumn plain{"a", "VARCHAR"}, id{"n", "VARCHAR", SqlColumn::Kind::text, true};
    EXPECT_EQ(test_cell(std::nullopt, plain), "NULL");
    EXPECT_EQ(test_cell(std::nullopt, id), "*");
    EXPECT_EQ(test_cell("Ann", id), "Ann");
    EXPECT_EQ(test_cell("", plain), "(empty)");
    EXPECT_EQ(test_cell("a\tb\nc\\", plain), "a\\tb\\nc\\\\");
}

TEST(TestFileDifference, OrderCountsUnlessRowsort) {
    TestRecord query;
    query.rows = {{"b"}, {"a"}};
    EXPECT_EQ(difference(query, {{"b"}, {"a"}}), "");
    EXPECT_EQ(difference(query, {{"a"}, {"b"}}), "  expected:\n    b\n    a\n  actual:\n    a\n    b\n");
    query.rowsort = true;
    EXPECT_EQ(difference(query, {{"a"}, {"b"}}), "");
    EXPECT_THAT(difference(query, {{"a"}, {"a"}}), HasSubstr("actual"));
    EXPECT_THAT(difference(query, {}), HasSubstr("(no rows)"));
}

TEST(TestFileDifference, TheHeaderIsNotSortedAmongTheRows) {
    TestRecord query;
    query.rowsort = query.header = true;
    query.rows = {{"m"}, {"z"}, {"a"}};
    EXPECT_EQ(difference(query, {{"m"}, {"a"}, {"z"}}), "");
    EXPECT_THAT(difference(query, {{"a"}, {"m"}, {"z"}}), HasSubstr("expected"));
}

}  // namespace test_file_test
}  // namespace scrim::testing
