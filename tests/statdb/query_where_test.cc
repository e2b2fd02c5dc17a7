// What conditions mean: rows and sensitive values, as sets.
#include "tests/statdb/query_schema.h"

#include <gtest/gtest.h>

namespace scrim::statdb {
namespace query_where_test {

// WHERE `where` asks for `rows`, and for `values` of the sensitive attribute ("" where nothing is said about it).
struct Meaning {
    const char* where;
    const char* rows;
    const char* values = "";
    friend void PrintTo(const Meaning& meaning, std::ostream* out) { *out << meaning.where; }
};

void expect_meaning(const Meaning& meaning, const StatSchema& schema) {
    SCOPED_TRACE(meaning.where);
    const auto query = parse_query(format("SELECT COUNT(*) FROM StatDB WHERE {}", meaning.where), schema);
    ASSERT_TRUE(query.ok()) << query.error().message;
    EXPECT_EQ(shown(query->rows, schema), meaning.rows);
    const std::string values = shown(query->values, schema.sensitive.domain());
    EXPECT_EQ(query->asks_for_values ? values : "", meaning.values);
    if (!query->asks_for_values) {
        EXPECT_EQ(values, shown({schema.sensitive.domain().whole()}, schema.sensitive.domain()));
    }
}

class QueryWhere : public ::testing::TestWithParam<Meaning> {};

TEST_P(QueryWhere, means) { expect_meaning(GetParam(), small_schema()); }

INSTANTIATE_TEST_SUITE_P(
    Numbers, QueryWhere,
    ::testing::Values(
        Meaning{"Age = 25", "Age{25}"}, Meaning{"Age <> 25", "Age{20 30 60 61}"},
        Meaning{"Age != 25", "Age{20 30 60 61}"}, Meaning{"Age < 30", "Age{20 25}"},
        Meaning{"Age <= 30", "Age{20 25 30}"}, Meaning{"Age > 30", "Age{60 61}"}, Meaning{"Age >= 30", "Age{30 60 61}"},
        Meaning{"30 > Age", "Age{20 25}"}, Meaning{"30 >= Age", "Age{20 25 30}"}, Meaning{"30 < Age", "Age{60 61}"},
        Meaning{"30 <= Age", "Age{30 60 61}"}, Meaning{"30 = Age", "Age{30}"}, Meaning{"30 <> Age", "Age{20 25 60 61}"},
        Meaning{"Age > 60.5", "Age{61}"}, Meaning{"Age >= 60.5", "Age{61}"}, Meaning{"Age < 60.5", "Age{20 25 30 60}"},
        Meaning{"Age = 60.5", "never"}, Meaning{"Age > 6.05e1", "Age{61}"}, Meaning{"Age = 060.00", "Age{60}"},
        Meaning{"Age = 6e+1", "Age{60}"}, Meaning{"Age = 600e-1", "Age{60}"},
        Meaning{"Age > -5", "Age{20 25 30 60 61}"}, Meaning{"Age > - 5", "Age{20 25 30 60 61}"},
        Meaning{"Age = +30", "Age{30}"}, Meaning{"Age < -0", "never"}, Meaning{"Age > 1000", "never"},
        Meaning{"Age < 1e999999999999999999999", "Age{20 25 30 60 61}"}, Meaning{"Age < -1e400", "never"},
        Meaning{"Age > 1e-400", "Age{20 25 30 60 61}"},
        Meaning{"Age = 30.000000000000000000000000000000000000000001", "never"},
        Meaning{"Age > 29.99999999999999999999999999999999999999999999", "Age{30 60 61}"},
        Meaning{"Age < 170141183460469231731687303715884105727", "Age{20 25 30 60 61}"},
        Meaning{"Age > 170141183460469231731687303715884105727.5", "never"},
        Meaning{"Age BETWEEN 25 AND 60", "Age{25 30 60}"}, Meaning{"Age NOT BETWEEN 25 AND 60", "Age{20 61}"},
        Meaning{"Age BETWEEN 60 AND 25", "never"}, Meaning{"Age NOT BETWEEN 60 AND 25", "Age{20 25 30 60 61}"},
        Meaning{"Age BETWEEN 25 AND 60 AND Gender = 'f'", "(Age{25 30 60} & Gender{f})"},
        Meaning{"Age IN (61, 20, 20, 99)", "Age{20 61}"}, Meaning{"Age NOT IN (61, 20)", "Age{25 30 60}"},
        Meaning{"Age = '25'", "Age{25}"}, Meaning{"Age > '29.5'", "Age{30 60 61}"}));

INSTANTIATE_TEST_SUITE_P(Labels, QueryWhere,
                         ::testing::Values(Meaning{"Gender = 'f'", "Gender{f}"}, Meaning{"Gender = 'x'", "never"},
                                           Meaning{"Gender <> 'x'", "Gender{f m}"}, Meaning{"Gender = '*'", "never"},
                                           Meaning{"Gender = 'NULL'", "never"}, Meaning{"Gender = 'F'", "never"},
                                           Meaning{"Education = 'Higher'", "Education{PhD Bachelor}"},
                                           Meaning{"Education <> 'Higher'", "Education{12 9}"},
                                           Meaning{"Education IN ('Higher', '9')", "Education{PhD Bachelor 9}"},
                                           Meaning{"Education = 12", "Education{12}"},
                                           Meaning{"Education = -12", "never"}, Meaning{"Education = '*'", "always"},
                                           Meaning{"Education <> '*'", "never"}, Meaning{"Age = '20-29'", "Age{20 25}"},
                                           Meaning{"Age IN ('20-29', 61)", "Age{20 25 61}"},
                                           Meaning{"Age NOT IN ('young', 61)", "Age{60}"},
                                           Meaning{"Age = '*'", "Age{20 25 30 60 61}"}));

INSTANTIATE_TEST_SUITE_P(
    Dates, QueryWhere,
    ::testing::Values(Meaning{"Birth > '1970-01-01'", "Birth{1980-05-01 2000-02-29}"},
                      Meaning{"Birth = '2000-02-29'", "Birth{2000-02-29}"}, Meaning{"Birth = '2000-03-01'", "never"},
                      Meaning{"Birth BETWEEN '1900-01-01' AND '1980-05-01'", "Birth{1969-12-31 1980-05-01}"},
                      Meaning{"Birth >= '1980-05-01 00:00:00'", "Birth{1980-05-01 2000-02-29}"},
                      Meaning{"Birth >= '1980-05-01 00:00:01'", "Birth{2000-02-29}"},
                      Meaning{"Birth < '1969-12-31 12:00:00'", "Birth{1969-12-31}"},
                      Meaning{"Birth = '1969-12-31T12:00:00'", "never"}));

INSTANTIATE_TEST_SUITE_P(
    Missing, QueryWhere,
    ::testing::Values(Meaning{"Age IS NULL", "Age{NULL}"}, Meaning{"Age IS NOT NULL", "Age{20 25 30 60 61}"},
                      Meaning{"NOT Age IS NULL", "Age{20 25 30 60 61}"}, Meaning{"NOT Age IS NOT NULL", "Age{NULL}"},
                      Meaning{"NOT Age = 25", "Age{20 30 60 61}"}, Meaning{"NOT NOT Age = 25", "Age{25}"},
                      Meaning{"NOT Age > 30", "Age{20 25 30}"},
                      Meaning{"NOT (Age > 30 OR Age IS NULL)", "Age{20 25 30}"},
                      Meaning{"Age > 30 OR NOT Age > 30", "Age{20 25 30 60 61}"},
                      Meaning{"Age > 30 OR NOT Age > 30 OR Age IS NULL", "always"},
                      Meaning{"Education IS NULL", "never"}, Meaning{"Education IS NOT NULL", "always"},
                      Meaning{"NOT (Age = 25 AND Gender = 'f')", "(Age{20 30 60 61} | Gender{m})"},
                      Meaning{"Disease IS NULL", "always", "{NULL}"},
                      Meaning{"NOT Disease = 'flu'", "always", "{asthma ulcer gastritis}"}));

INSTANTIATE_TEST_SUITE_P(
    Shapes, QueryWhere,
    ::testing::Values(Meaning{"TRUE", "always"}, Meaning{"FALSE", "never"}, Meaning{"NOT FALSE", "always"},
                      Meaning{"TRUE AND Age = 25", "Age{25}"}, Meaning{"FALSE OR Age = 25", "Age{25}"},
                      Meaning{"TRUE OR Age = 25", "always"}, Meaning{"Age = 25 AND FALSE", "never"},
                      Meaning{"Age > 20 AND (Age < 61 AND (Age <> 30))", "Age{25 60}"},
                      Meaning{"Age = 20 OR (Age = 61 OR (Age = 30))", "Age{20 30 61}"},
                      Meaning{"Age > 20 AND Gender = 'f' AND Age < 61", "(Age{25 30 60} & Gender{f})"},
                      Meaning{"Age = 20 OR Gender = 'f' AND Age > 30", "(Age{20} | (Gender{f} & Age{60 61}))"},
                      Meaning{"(Age = 20 OR Gender = 'f') AND Age > 30", "((Age{20} | Gender{f}) & Age{60 61})"},
                      Meaning{"Age = 20 AND Age = 30", "never"},
                      Meaning{"Gender = 'f' OR (Age = 20 AND Age = 30)", "Gender{f}"},
                      Meaning{"Gender = 'f' AND (Age < 99 OR Age IS NULL)", "Gender{f}"},
                      Meaning{"age = 25 and GENDER in ('f')", "(Age{25} & Gender{f})"},
                      Meaning{"\"Age\" = 25 AND `Gender` = 'f'", "(Age{25} & Gender{f})"},
                      Meaning{"Age -- the age\n = /* in\nyears */ 25;", "Age{25}"}));

INSTANTIATE_TEST_SUITE_P(
    Sensitive, QueryWhere,
    ::testing::Values(Meaning{"Disease = 'flu'", "always", "{flu}"},
                      Meaning{"Disease = 'lung'", "always", "{flu asthma}"},
                      Meaning{"Disease = 'measles'", "always", "{}"},
                      Meaning{"Disease <> 'lung' AND Age > 30 AND Disease <> 'ulcer'", "Age{60 61}", "{gastritis}"},
                      Meaning{"Age > 30 AND (Disease = 'flu' OR (Disease = 'stomach' AND NOT Disease = 'ulcer'))",
                              "Age{60 61}", "{flu gastritis}"},
                      Meaning{"NOT (Age > 30 OR Disease = 'flu')", "Age{20 25 30}", "{asthma ulcer gastritis}"},
                      Meaning{"(Age > 30 AND Disease = 'flu') OR FALSE", "Age{60 61}", "{flu}"},
                      Meaning{"Age > 30 OR Disease = 'flu' OR TRUE", "always"},
                      Meaning{"Disease = 'flu' OR Disease <> 'flu' OR Disease IS NULL", "always",
                              "{flu asthma ulcer gastritis NULL}"}));

TEST(QueryWhere, compares_exact_decimals) {
    const StatSchema schema = small_schema(income());
    for (const Meaning& meaning :
         {Meaning{"Income = 10.5", "always", "{10.5}"}, Meaning{"Income = 10.500", "always", "{10.5}"},
          Meaning{"Income > -1.5", "always", "{0 10.5 20}"}, Meaning{"Income > -1.501", "always", "{-1.5 0 10.5 20}"},
          Meaning{"Income >= -1.499", "always", "{0 10.5 20}"}, Meaning{"Income = -1.501", "always", "{}"},
          Meaning{"Income < -.001", "always", "{-1.5}"},
          Meaning{"Income BETWEEN -0.0 AND 1.05e1", "always", "{0 10.5}"}})
        expect_meaning(meaning, schema);
}

TEST(QueryWhere, compares_timestamps_with_dates) {
    const StatSchema schema = small_schema(visit());
    for (const Meaning& meaning : {Meaning{"Visit >= '1970-01-02'", "always", "{1970-01-02 00:00:00}"},
                                   Meaning{"Visit < '1970-01-01 12:00:00'", "always", "{1970-01-01 00:00:00}"},
                                   Meaning{"Visit = '1970-01-01'", "always", "{1970-01-01 00:00:00}"}})
        expect_meaning(meaning, schema);
}

TEST(QueryWhere, names_match_exactly_before_they_match_in_any_case) {
    StatSchema schema = small_schema();
    schema.quasi_identifiers[1].name = "AGE";
    expect_meaning({"Age = 25", "Age{25}"}, schema);
    expect_meaning({"AGE = 'f'", "AGE{f}"}, schema);
    const auto query = parse_query("SELECT COUNT(*) FROM StatDB WHERE age = 25", schema);
    ASSERT_FALSE(query.ok());
    EXPECT_EQ(query.error().message,
              "column 35: 'age' could be any of 'Age', 'AGE'; write the one that is meant exactly");
}

}  // namespace query_where_test
}  // namespace scrim::statdb
