// Tables in several Parquet files of a folder.
#include "tests/engine/scratch.h"

#include <filesystem>
#include <fstream>

namespace scrim::testing {
namespace parquet_folder_test {

using ::testing::ElementsAre;

class ParquetFolderTest : public EngineTest {
protected:
    void part(const std::string& name, const std::string& query) {
        std::filesystem::create_directories(path("t"));
        run_sql("COPY (" + query + ") TO '" + path("t/" + name) + "' (FORMAT parquet)");
    }
    std::string complaint() { return message_of(read({.path = path("t")})); }
    void note(const std::string& name) { std::ofstream(path("t/" + name)) << "x"; }
};

TEST_F(ParquetFolderTest, FilesAreReadInTheOrderOfTheirNames) {
    part("part-2.parquet", "SELECT 3 AS a, 'z' AS b");
    part("part-1.parquet", "SELECT i AS a, 'y' AS b FROM range(1, 3) AS t(i)");
    part("p[1]*.parquet", "SELECT 0 AS a, NULL::VARCHAR AS b");
    std::filesystem::remove(path("t/part-1.parquet"));
    part("part-1.parquet", "SELECT i::INTEGER AS a, 'y' AS b FROM range(1, 3) AS t(i)");
    note("_SUCCESS");
    note(".part-1.parquet.crc");
    EXPECT_THAT(rows_of({.path = path("t")}),
                ElementsAre(Row{"0", "NULL"}, Row{"1", "y"}, Row{"2", "y"}, Row{"3", "z"}));
    EXPECT_EQ(rows_of({.path = path("t/")}).size(), 4u);
}

TEST_F(ParquetFolderTest, FilesWithOtherColumnsAreRefused) {
    part("1.parquet", "SELECT 1 AS a");
    const std::string refused =
        path("t") + ": the columns of '2.parquet' have other names or types than those of '1.parquet'";
    for (const char* other : {"SELECT 1.5::DOUBLE AS a", "SELECT 1 AS b", "SELECT 1 AS a, 2 AS b", "SELECT 'x' AS a"}) {
        part("2.parquet", other);
        EXPECT_EQ(complaint(), refused) << other;
    }
}

TEST_F(ParquetFolderTest, WhatIsNoTableIsRefused) {
    part("1.parquet", "SELECT 1 AS a");
    note("more.csv");
    EXPECT_EQ(complaint(), path("t") + ": it holds 'more.csv', which is no Parquet file; only those are read together");
    std::filesystem::remove(path("t/more.csv"));
    std::filesystem::create_directories(path("t/_delta_log"));
    EXPECT_EQ(complaint(), path("t") +
                               ": it holds the folder '_delta_log'; the Parquet files of a table are expected "
                               "in one folder, all of them and nothing else");
}

}  // namespace parquet_folder_test
}  // namespace scrim::testing
