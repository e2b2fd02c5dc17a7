#include "methods/views/language/avlike.h"

#include <gtest/gtest.h>

namespace scrim::views {
namespace avlike_test {

std::string without_avlike(std::string query) {
    SqlWords words{query};
    if (words.cut()) write_avlike_out(query, words.tokens);
    return query;
}

struct Case {
    const char *written, *meant;
};

class Avlike : public ::testing::TestWithParam<Case> {};

TEST_P(Avlike, IsWrittenOutWithoutMovingAnything) { EXPECT_EQ(without_avlike(GetParam().written), GetParam().meant); }

INSTANTIATE_TEST_SUITE_P(
    Queries, Avlike,
    ::testing::Values(Case{"SELECT * FROM v WHERE zip AVLIKE '1'", "SELECT * FROM v WHERE zip =      '1'"},
                      Case{"x NOT avlike $1", "x     <>     $1"}, Case{"f(x)AVLIKE(y)", "f(x)=     (y)"},
                      Case{"\"x\" AVLIKE -1", "\"x\" =      -1"}, Case{"x AVLIKE y.z", "x =      y.z"},
                      Case{"SELECT avlike FROM t", "SELECT avlike FROM t"},
                      Case{"SELECT x avlike, y FROM avlike", "SELECT x avlike, y FROM avlike"},
                      Case{"SELECT x avlike FROM t", "SELECT x avlike FROM t"},
                      Case{"WHERE avlike AVLIKE avlike", "WHERE avlike =      avlike"},
                      Case{"WHERE t.avlike = 1", "WHERE t.avlike = 1"}, Case{"x = 'a AVLIKE b'", "x = 'a AVLIKE b'"},
                      Case{"x AVLIKE", "x AVLIKE"}, Case{"x AVLIKE 'open", "x AVLIKE 'open"},
                      Case{"SELECT \"avlike\" AVLIKE \"avlike\"", "SELECT \"avlike\" =      \"avlike\""}));

}  // namespace avlike_test
}  // namespace scrim::views
