// What is not a hierarchy is refused with a message that names the file, the line and the labels.
#include "kernel/hierarchy/hierarchy_text.h"
#include "methods/policy/hierarchy_files.h"
#include "tests/hierarchy/expect_refused.h"

namespace scrim::hierarchy {
namespace refusals_test {

Result<Hierarchy> parse(std::string_view text) { return parse_hierarchy(text, "zip.csv"); }

TEST(Refusals, NameTheFile) { EXPECT_REFUSED(parse(""), "hierarchy 'zip.csv': "); }

TEST(Refusals, AnEmptyFile) {
    EXPECT_REFUSED(parse(""), "there is not one value");
    EXPECT_REFUSED(parse("\n\r\n\n"), "there is not one value");
    EXPECT_REFUSED(parse("\xEF\xBB\xBF"), "there is not one value");
    EXPECT_REFUSED(Hierarchy::from_paths({}), "there is not one value");
    EXPECT_REFUSED(Hierarchy::from_pairs({}), "there is not one value");
}

TEST(Refusals, AValueWithTwoPaths) {
    EXPECT_REFUSED(parse("a;x;*\nb;y;*\n\na;y;*\n"),
                   "'a' lies below 'x' (line 1) and below 'y' (line 4); a label has one parent everywhere");
    EXPECT_REFUSED(Hierarchy::from_paths({{"a", "x", "*"}, {"a", "y", "*"}}), "(row 1) and below 'y' (row 2)");
}

TEST(Refusals, AGroupThatMeansDifferentValuesAtDifferentPlaces) {
    EXPECT_REFUSED(parse("1;other;young;*\n70;other;old;*\n"),
                   "'other' lies below 'young' (line 1) and below 'old' (line 2)");
}

TEST(Refusals, APairWithASecondParent) {
    EXPECT_REFUSED(parse("a;x\nx;*\ny;*\na;y\n"), "'a' lies below 'x' (line 1) and below 'y' (line 4)");
}

TEST(Refusals, AValueThatIsAlsoAGroup) {
    EXPECT_REFUSED(parse("x;x;*\na;x;*\n"), "'x' is a value (line 1) and also a group that holds 'a' (line 2)");
}

TEST(Refusals, AGroupCalledLikeANumberAmongTheValues) {
    EXPECT_REFUSED(parse("20.0;1e1;*\n21;1e1;*\n10;ten;*\n"), "the group '1e1' has the name of the value '10'");
}

TEST(Refusals, OneNumberWrittenTwoWays) {
    EXPECT_REFUSED(parse("1;low;*\n2;low;*\n1.0;low;*\n"), "'1' and '1.0' are the same value; a value has one row");
}

TEST(Refusals, ACycleOfPairs) {
    EXPECT_REFUSED(parse("a;b\nb;c\nc;a\n"), "lies below itself: its parents are");
    EXPECT_REFUSED(parse("v;*\nw;v\na;b\nb;a\n"), "a tree has no cycle");
    EXPECT_REFUSED(parse("x;*\nleaf;a\na;b\nb;c\nc;a\n"), "'c' lies below itself: its parents are 'a', 'b', 'c'");
}

TEST(Refusals, APathThatComesBackToItself) {
    EXPECT_REFUSED(parse("a;x;a;*\n"), "line 1: 'a' stands both below and above 'x'");
    EXPECT_REFUSED(parse("a;x;y;x\n"), "line 1: 'x' stands both below and above 'y'");
}

TEST(Refusals, SeveralTops) {
    EXPECT_REFUSED(parse("a;x;*\nb;y;any\n"),
                   "line 1 ends in '*' but line 2 ends in 'any'; all rows must end in one top");
    EXPECT_REFUSED(parse("a;x;*\nb;y;\n"), "line 1 ends in '*' but line 2 ends in 'y'");
    EXPECT_REFUSED(parse("a;x\nx;*\nb;y\n"), "there are 2 tops, '*', 'y'; all but one need a parent");
}

TEST(Refusals, AHeaderLine) { EXPECT_REFUSED(parse("age;level1;level2\n1;0-4;*\n"), "there is no header row"); }

TEST(Refusals, ALabelThatIsEmpty) {
    EXPECT_REFUSED(parse("a;x;*\nb;;*\n"), "line 2: field 2 of 3 is empty; every level needs a label");
    EXPECT_REFUSED(parse("a;x;*\n;x;*\n"), "line 2: field 1 of 3 is empty");
    EXPECT_REFUSED(parse("a;x;*\n;;\n"), "line 2 is empty; a row begins with a value");
    EXPECT_REFUSED(parse("a;x\nx;*\n;*\n"), "line 3: the child is empty; a pair needs two labels");
    EXPECT_REFUSED(Hierarchy::from_pairs({{"a", ""}}), "row 1: the parent is empty");
}

TEST(Refusals, ATopWithNothingBelow) {
    EXPECT_REFUSED(parse("*\n"), "'*' is the only label; a hierarchy has a top above its values");
    EXPECT_REFUSED(parse("a;a;a\n"), "'a' is the only label");
}

TEST(Refusals, AStarBelowTheTop) {
    EXPECT_REFUSED(parse("a;*;any\nb;b;any\n"), "'*' lies below 'any' (line 1); it means every value");
    EXPECT_REFUSED(parse("*;any\na;any\n"), "'*' lies below 'any'");
}

TEST(Refusals, BytesThatAreNotUtf8) {
    EXPECT_REFUSED(parse("a;x;*\r\nb;x;*\r\n\xE9t\xE9;x;*\r\n"), "line 3 is not UTF-8 text");
    EXPECT_REFUSED(parse(std::string_view("a;x\0;*\n", 7)), "line 1 is not UTF-8 text");
    EXPECT_REFUSED(parse("\xFF\xFE"), "line 1 is not UTF-8 text");
}

TEST(Refusals, QuotesThatDoNotClose) {
    EXPECT_REFUSED(parse("a;x;*\n\"b;x;*\nc;x;*\n"), "line 2: the quote before 'b;x;*\\x0ac;x;*\\x0a' is never closed");
    EXPECT_REFUSED(parse("a;\"x\" y;*\n"), "line 1: text follows the closing quote of 'x'");
}

TEST(Refusals, FilesThatCannotBeRead) {
    EXPECT_REFUSED(policy::read_hierarchy("/nowhere/zip.csv"), "cannot read '/nowhere/zip.csv'");
    EXPECT_REFUSED(policy::read_hierarchy(testing::TempDir()), "it is a folder");
}

}  // namespace refusals_test
}  // namespace scrim::hierarchy
