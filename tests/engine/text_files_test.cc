// The parts that look at text alone: file names, CSV headers, DuckDB's messages.
#include "adapters/duckdb/files/csv_header.h"
#include "adapters/duckdb/files/engine_message.h"
#include "adapters/duckdb/files/file_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace text_files_test {

using ::testing::ElementsAre;

TEST(FileFormat, ByName) {
    EXPECT_EQ(engine::format_of("a.csv").spec->name, "csv");
    EXPECT_EQ(engine::format_of("a.PARQUET").spec->name, "parquet");
    EXPECT_EQ(engine::format_of("dir.db/a.jsonl").spec->name, "json");
    EXPECT_EQ(engine::format_of("a.duckdb").spec->name, "database");
    EXPECT_EQ(engine::format_of("a.dat").spec->name, "csv");
    EXPECT_EQ(engine::format_of("README").spec->name, "csv");
    EXPECT_EQ(engine::format_of("a.tsv.gz").extension, "tsv");
    EXPECT_EQ(engine::format_of("a.tsv.gz").compression, engine::Compression::gzip);
    EXPECT_EQ(engine::format_of("a.b.json.zst").spec->name, "json");
    EXPECT_EQ(engine::format_of("a.b.json.zst").compression, engine::Compression::zstd);
    EXPECT_EQ(engine::format_of("a.gz").spec->name, "csv");
}

char delimiter_of(std::string_view text, char likely = ',') {
    const Result<engine::CsvHeader> header = engine::read_csv_header(text, {"", likely, true});
    return header ? header->delimiter : '?';
}

TEST(CsvHeader, FindsTheDelimiterThatTheRecordsAgreeWith) {
    EXPECT_EQ(delimiter_of("a,b\n1,2\n"), ',');
    EXPECT_EQ(delimiter_of("a;b\n1,5;2,5\n"), ';');
    EXPECT_EQ(delimiter_of("a, with comma;b;c\n1;2;3\n"), ';');
    EXPECT_EQ(delimiter_of("\"a;b\",c\n1,2\n"), ',');
    EXPECT_EQ(delimiter_of("a|b\n\"1\n,\",2|3\n"), '|');
    EXPECT_EQ(delimiter_of("a\tb,c\n1\t2\n", '\t'), '\t');
    EXPECT_EQ(delimiter_of("a,b,c\n1,2\n1,2,3\n"), ',');
    EXPECT_EQ(delimiter_of("a\n1\n"), ',');
}

TEST(CsvHeader, Names) {
    const auto names = [](std::string_view text, bool header = true) {
        return engine::read_csv_header(text, {"", ',', header})->columns;
    };
    EXPECT_THAT(names("\"a\"\"x\",\" b\",c d\r\n1,2,3\r\n"), ElementsAre("a\"x", " b", "c d"));
    EXPECT_THAT(names(",a\n"), ElementsAre("column1", "a"));
    EXPECT_THAT(names("x,x\n", false), ElementsAre("column1", "column2"));
    EXPECT_THAT(names("one"), ElementsAre("one"));
}

TEST(CsvHeader, AHeaderLongerThanItsWindowIsRefused) {
    EXPECT_FALSE(engine::read_csv_header(std::string(engine::csv_header_bytes, 'x'), {}).ok());
}

TEST(EngineMessage, OneLineInOurWords) {
    EXPECT_EQ(
        engine::condense_engine_message(
            "CSV Error on Line: 7\nOriginal Line: a,b\nExpected Number of Columns: 3 Found: 2\nPossible fixes:\n* x"),
        "line 7 has 2 cells where the first line has 3");
    EXPECT_EQ(
        engine::condense_engine_message(
            "Malformed JSON in file \"/a/b.json\", at byte 9 in line 3: unexpected end of data. \n\nLINE 1: FROM"),
        "malformed JSON at byte 9 in line 3: unexpected end of data");
    EXPECT_EQ(engine::condense_engine_message("No magic bytes found at end of file 'x'"),
              "No magic bytes found at end of file 'x'");
    EXPECT_EQ(engine::condense_engine_message("first\tline.\n\nLINE 1: SELECT"), "first line");
    const std::string cut = engine::condense_engine_message(std::string(299, 'x') + "čč");
    EXPECT_EQ(cut, std::string(299, 'x') + "…");
    EXPECT_EQ(engine::condense_engine_message(""), "");
}

}  // namespace text_files_test
}  // namespace scrim::testing
