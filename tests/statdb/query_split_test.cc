#include "methods/statdb/query/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::statdb::query {
namespace query_split_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitQueries, end_at_semicolons) {
    EXPECT_THAT(split_queries("SELECT a;\nSELECT b\n, c ; "), ElementsAre("SELECT a", "\nSELECT b\n, c "));
    EXPECT_THAT(split_queries(";; a ;"), ElementsAre(" a "));
    EXPECT_THAT(split_queries("a; b"), ElementsAre("a", " b"));
}

TEST(SplitQueries, end_with_the_line_where_no_query_has_a_semicolon) {
    EXPECT_THAT(split_queries("SELECT a\n\n \t\r\n SELECT b\r\n"), ElementsAre("SELECT a", " SELECT b\r"));
    EXPECT_THAT(split_queries("a -- not; b\nb"), ElementsAre("a -- not; b", "b"));
    EXPECT_THAT(split_queries("a /* not\n here; */ b\nc"), ElementsAre("a /* not\n here; */ b", "c"));
}

TEST(SplitQueries, nothing_ends_within_quotes) {
    EXPECT_THAT(split_queries("a = 'x;''\n;' AND \"b;\n\" = `c;\n`\nd"),
                ElementsAre("a = 'x;''\n;' AND \"b;\n\" = `c;\n`", "d"));
    EXPECT_THAT(split_queries("a 'open;\nb"), ElementsAre("a 'open;\nb"));
}

TEST(SplitQueries, pieces_without_words_are_none) {
    EXPECT_THAT(split_queries(""), IsEmpty());
    EXPECT_THAT(split_queries(" \n -- nothing\n /* here\n */ \v\f"), IsEmpty());
    EXPECT_THAT(split_queries("/* before */ ; a; -- behind"), ElementsAre(" a"));
}

// Whoever reads the query says what is wrong.
TEST(SplitQueries, what_is_no_word_is_left_to_the_query) {
    EXPECT_THAT(split_queries("12abc\nb \x01 c\n1.2.3"), ElementsAre("12abc", "b \x01 c", "1.2.3"));
    EXPECT_THAT(split_queries("a; /* open"), ElementsAre("a", " /* open")) << "it is not closed";
}

}  // namespace query_split_test
}  // namespace scrim::statdb::query
