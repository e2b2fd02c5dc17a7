#include "kernel/hierarchy/hierarchy_text.h"

#include "methods/files/file.h"
#include "methods/policy/hierarchy_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::hierarchy {
namespace hierarchy_file_test {

std::string reformatted(std::string_view text) {
    const auto parsed = parse_hierarchy(text, "test");
    return parsed.ok() ? format_hierarchy(*parsed) : parsed.error().message;
}

TEST(HierarchyFile, IsWrittenAsItWasRead) {
    const std::string text = "Engineer;Professional;*\nLawyer;Professional;*\nDancer;Artist;*\n";
    EXPECT_EQ(reformatted(text), text);
}

TEST(HierarchyFile, MayUseSemicolonsCommasOrTabs) {
    EXPECT_EQ(reformatted("a,x,*\nb,x,*\n"), "a;x;*\nb;x;*\n");
    EXPECT_EQ(reformatted("a\tx\t*\nb\tx\t*\n"), "a;x;*\nb;x;*\n");
    EXPECT_EQ(reformatted("1;[1, 2];*\n2;[1, 2];*\n"), "1;[1, 2];*\n2;[1, 2];*\n");
    EXPECT_EQ(reformatted("\"a;b\",x,*\n"), "\"a;b\";x;*\n");
    EXPECT_EQ(reformatted("5\" pipe,x,*\n"), "\"5\"\" pipe\";x;*\n");
    EXPECT_EQ(reformatted("\"5\"\";\",x,*\n"), "\"5\"\";\";x;*\n");
}

TEST(HierarchyFile, MayHaveAByteOrderMarkAnyLineEndsAndBlankLines) {
    EXPECT_EQ(reformatted("\xEF\xBB\xBF"
                          "a;x;*\r\n\r\nb;x;*\r\n"),
              "a;x;*\nb;x;*\n");
    EXPECT_EQ(reformatted("a;x;*\rb;x;*\r"), "a;x;*\nb;x;*\n");
    EXPECT_EQ(reformatted("\n\na;x;*\nb;x;*"), "a;x;*\nb;x;*\n");
}

TEST(HierarchyFile, KeepsSpacesAndReadsQuotes) {
    EXPECT_EQ(reformatted(" a ;\"x;\"\"y\"\"\";*\n"), " a ;\"x;\"\"y\"\"\";*\n");
    EXPECT_EQ(reformatted("\"two\nlines\";x;*\nb;x;*\n"), "\"two\nlines\";x;*\nb;x;*\n");
}

TEST(HierarchyFile, IgnoresEmptyFieldsAtTheEndOfARow) { EXPECT_EQ(reformatted("a;x;*;;\nb;*;;;\n"), "a;x;*\nb;b;*\n"); }

TEST(HierarchyFile, TwoColumnsAreOnePathPerValueUnlessAParentIsAChild) {
    EXPECT_EQ(reformatted("a;*\nb;*\n"), "a;*\nb;*\n");
    EXPECT_EQ(reformatted("a;x\nx;*\nb;*\n"), "a;x;*\nb;b;*\n");
}

TEST(HierarchyFile, PairsMayNameTheirTopAlone) {
    for (const std::string_view top : {"*\n", "*;\n", "*;*\n"})
        EXPECT_EQ(reformatted(std::string("a;x\nx;*\n") + std::string(top)), "a;x;*\n") << top;
}

TEST(HierarchyFile, PadsRaggedRowsSoThatEachLevelIsAColumn) {
    EXPECT_EQ(reformatted("a;*\nb;y;x;*\nc;x;*\n"), "a;a;a;*\nb;y;x;*\nc;c;x;*\n");
}

TEST(HierarchyFile, WritesNoRowForNull) {
    const auto parsed = parse_hierarchy("1;*\n2;*\n", "test");
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(format_hierarchy(parsed->with_null()), "1;*\n2;*\n");
}

TEST(HierarchyFile, IsReadFromDisk) {
    const std::string path = testing::TempDir() + "scrim_hierarchy_file_test.csv";
    ASSERT_TRUE(files::write_file(path, "a;x;*\nb;x;*\n").ok());
    const auto read = policy::read_hierarchy(path);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->find("x"), (Span{0, 2}));
    std::remove(path.c_str());
}

}  // namespace hierarchy_file_test
}  // namespace scrim::hierarchy
