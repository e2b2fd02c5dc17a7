// Every refusal is one line that begins with the place of the word that is wrong.
#include "tests/statdb/query_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::statdb {
namespace query_refusal_test {

using ::testing::HasSubstr;

// The word that is wrong stands in [brackets], which are taken out; "[]" is a place without a word.
struct Refused {
    const char* marked;
    const char* message;  // a part of it
    friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.marked; }
};

void expect_refused(const Refused& refused, const StatSchema& schema) {
    std::string text = refused.marked;
    const std::size_t place = text.find('[');
    text.erase(place, 1);
    text.erase(text.find(']', place), 1);
    const auto query = parse_query(text, schema);
    ASSERT_FALSE(query.ok()) << text;
    const std::string& message = query.error().message;
    EXPECT_TRUE(message.starts_with(format("column {}: ", place + 1))) << message;
    EXPECT_THAT(message, HasSubstr(refused.message));
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_EQ(query.error().kind, Error::Kind::input);
}

class QueryRefusal : public ::testing::TestWithParam<Refused> {};

TEST_P(QueryRefusal, points_at_the_word) { expect_refused(GetParam(), small_schema()); }

INSTANTIATE_TEST_SUITE_P(
    Clauses, QueryRefusal,
    ::testing::Values(
        Refused{"[]", "expected SELECT, found the end"}, Refused{"[EXPLAIN] x", "expected SELECT, found 'EXPLAIN'"},
        Refused{"[WITH] x AS (SELECT 1) SELECT 1", "WITH is not supported"},
        Refused{"SELECT [*] FROM StatDB", "rows are not given out"},
        Refused{"SELECT [DISTINCT] Age FROM StatDB", "'DISTINCT' is not supported"},
        Refused{"SELECT COUNT(*)[]", "expected ',' or FROM, found the end"},
        Refused{"SELECT COUNT(*) [WHERE] Age = 1", "expected ',' or FROM, found 'WHERE'"},
        Refused{"SELECT [FROM] StatDB", "expected a column or an aggregate, found 'FROM'"},
        Refused{"SELECT [1] FROM StatDB", "expected a column or an aggregate"},
        Refused{"SELECT COUNT(*) [+] 1 FROM StatDB", "arithmetic is not supported"},
        Refused{"SELECT COUNT(*) AS ['n'] FROM StatDB", "expected a name after AS, found 'n'"},
        Refused{"SELECT COUNT(*) FROM [patients]", "there is no table 'patients'; the only one is StatDB"},
        Refused{"SELECT COUNT(*) FROM [(]SELECT 1)", "subqueries are not supported"},
        Refused{"SELECT COUNT(*) FROM StatDB[,] StatDB", "joins are not supported"},
        Refused{"SELECT COUNT(*) FROM StatDB [JOIN] x", "joins are not supported"},
        Refused{"SELECT COUNT(*) FROM StatDB [s]", "expected WHERE, GROUP BY or the end, found 's'"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY Age [HAVING] COUNT(*) > 1", "HAVING is not supported"},
        Refused{"SELECT COUNT(*) FROM StatDB [ORDER] BY 1", "ORDER BY is not supported; sort the answer"},
        Refused{"SELECT COUNT(*) FROM StatDB WHERE Age = 1 [limit] 1", "LIMIT is not supported"},
        Refused{"SELECT COUNT(*) FROM StatDB [UNION] SELECT 1", "ask one query at a time"},
        Refused{"SELECT COUNT(*) FROM StatDB; [SELECT] 1", "a query ends at ';'"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP [Age]", "expected BY, found 'Age'"}));

INSTANTIATE_TEST_SUITE_P(
    Items, QueryRefusal,
    ::testing::Values(
        Refused{"SELECT [Age] FROM StatDB GROUP BY Age", "nothing is counted; ask for COUNT(*)"},
        Refused{"SELECT [Age], COUNT(*) FROM StatDB", "'Age' is selected and is no group; add it to GROUP BY"},
        Refused{"SELECT [level](Age, 1), COUNT(*) FROM StatDB GROUP BY Age",
                "'level(Age, 1)' is selected and is no group"},
        Refused{"SELECT [Disease], COUNT(*) FROM StatDB",
                "'Disease' is the sensitive attribute, which cannot be a group"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY [Disease]", "or ask for each value with WHERE"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY level([Disease], 1)", "group by a quasi-identifier"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY [1]", "expected a column, found a value"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY [lower](Gender)", "'lower' is no group"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY level(Age, [5])", "'Age' has no level 5; its levels are 0 to 3"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY level(Age, [-1])", "has no level -1"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY level(Age, [0.5])", "has no level 0.5"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY level(Age, ['1'])", "expected a level, a number from 0"},
        Refused{"SELECT COUNT(*) FROM StatDB GROUP BY level(Age[)]", "expected ',' and a level"},
        Refused{"SELECT COUNT([Age]) FROM StatDB", "COUNT is of rows, COUNT(*)"},
        Refused{"SELECT COUNT([DISTINCT] Age) FROM StatDB", "COUNT(DISTINCT …) is not supported"},
        Refused{"SELECT COUNT([)] FROM StatDB", "COUNT is of rows"},
        Refused{"SELECT [MODE](Age) FROM StatDB", "unknown function 'MODE'; there are COUNT(*), SUM"},
        Refused{"SELECT MEDIAN([Age]) FROM StatDB", "MEDIAN is of the sensitive attribute"},
        Refused{"SELECT QUANTILE(Disease[)] FROM StatDB", "',' and a share, as in QUANTILE(Age, 0.9)"},
        Refused{"SELECT SUM([Age]) FROM StatDB",
                "SUM is of the sensitive attribute, 'Disease', and 'Age' is a quasi-ident"},
        Refused{"SELECT sum([Disease]) FROM StatDB", "sum needs numbers and 'Disease' holds text; ask for COUNT(*)"},
        Refused{"SELECT SUM([Diseas]) FROM StatDB", "unknown column 'Diseas', did you mean 'Disease'?"},
        Refused{"SELECT SUM([abs](Disease)) FROM StatDB", "not of a function"},
        Refused{"SELECT SUM([*]) FROM StatDB", "arithmetic"},
        Refused{"SELECT SUM(Disease [*] 2) FROM StatDB", "arithmetic is not supported"}));

// After SELECT COUNT(*) FROM StatDB WHERE.
class QueryWhereRefusal : public ::testing::TestWithParam<Refused> {};

TEST_P(QueryWhereRefusal, points_at_the_word) {
    const std::string text = format("SELECT COUNT(*) FROM StatDB WHERE {}", GetParam().marked);
    expect_refused({text.c_str(), GetParam().message}, small_schema());
}

INSTANTIATE_TEST_SUITE_P(
    Conditions, QueryWhereRefusal,
    ::testing::Values(
        Refused{
            "[Agee] > 60",
            "unknown column 'Agee', did you mean 'Age'? There are 'Age', 'Gender', 'Education', 'Birth', 'Disease'"},
        Refused{"[Height] > 60", "unknown column 'Height'; there are 'Age', 'Gender'"},
        Refused{"TRUE OR [Agee] > 60", "unknown column 'Agee'"}, Refused{"[]", "expected a column, found the end"},
        Refused{"Age [;]", "a query ends at ';'"}, Refused{"Age[]", "expected a comparison of 'Age': =, <>"},
        Refused{"Age = [Gender]",
                "a column is compared with a value, and 'Gender' is a name; text is written in single"},
        Refused{"Gender = [\"f\"]", "and 'f' is a name"}, Refused{"1 = [1]", "two values are compared"},
        Refused{"Age [+] 1 > 60", "arithmetic is not supported"},
        Refused{"Age > 60 [-] 1", "arithmetic is not supported"}, Refused{"[-]Age > 60", "arithmetic is not supported"},
        Refused{"Age[.]x > 60", "names are written alone"},
        Refused{"[lower](Gender) = 'f'", "functions are not supported in WHERE"},
        Refused{"Gender = [lower]('F')", "functions are not supported"},
        Refused{"[level](Age, 1) = '20-29'", "level(…) is for GROUP BY"},
        Refused{"Gender [LIKE] 'f%'", "patterns are not supported"},
        Refused{"Gender NOT [LIKE] 'f%'", "patterns are not"},
        Refused{"Age IN ([SELECT] 1)", "subqueries are not supported"}, Refused{"Age = ([SELECT] 1)", "subqueries"},
        Refused{"([SELECT] 1) = Age", "subqueries are not supported"}, Refused{"[EXISTS] (SELECT 1)", "subqueries"},
        Refused{"Age > [?]", "parameters are not supported"}, Refused{"Age > [$]1", "parameters are not supported"},
        Refused{"Age > [:]age", "parameters are not supported"},
        Refused{"Age = [NULL]", "write IS NULL or IS NOT NULL"}, Refused{"[NULL] = Age", "write IS NULL"},
        Refused{"1 = [NULL]", "write IS NULL"}, Refused{"Age IN (1, [NULL])", "write IS NULL"},
        Refused{"Age BETWEEN [NULL] AND 1", "write IS NULL"},
        Refused{"Gender = [TRUE]", "'TRUE' is a condition, not a value"},
        Refused{"Age IS [5]", "expected NULL or NOT NULL, found '5'"}, Refused{"Age IS NOT [TRUE]", "expected NULL"},
        Refused{"Age BETWEEN 1 [OR] 2", "expected AND and the upper bound"},
        Refused{"Age IN ([)]", "expected a number or"}, Refused{"Age IN [5]", "expected '(' and a list"},
        Refused{"Age IN (5[]", "expected ',' or ')', found the end"},
        Refused{"(Age = 5[]", "expected AND, OR or ')', found the end"},
        Refused{"Age = 5[)]", "expected AND, OR, GROUP BY or the end, found ')'"},
        Refused{"20 < Age [<] 60", "a comparison has one column and one value; join several with AND"},
        Refused{"Age NOT [=] 5", "a comparison has one column"}, Refused{"5 [BETWEEN] 1 AND 2", "expected =, <>"},
        Refused{"Age > [60x]", "'60x' is neither a number nor a name"}, Refused{"Age > [1.2.3]", "neither a number"},
        Refused{"Age > [1e]", "neither a number"}, Refused{"Gender = ['f]", "a string is not closed"},
        Refused{"[\"Age] = 5", "a quoted name is not closed"}, Refused{"Age = 5 [/*] five", "a comment is not closed"},
        Refused{"Age = [\x01]5", "'\\x01' has no meaning here"}));

INSTANTIATE_TEST_SUITE_P(
    Types, QueryWhereRefusal,
    ::testing::Values(
        Refused{"Age = ['abc']",
                "'abc' cannot be compared with 'Age', which holds numbers; write a number such as 42, or a "
                "label of its hierarchy"},
        Refused{"Age < ['20-29']", "for labels of its hierarchy use = or IN"}, Refused{"Age = ['']", "holds numbers"},
        Refused{"Age = ['NULL']", "holds numbers"}, Refused{"Age = ['1e']", "holds numbers"},
        Refused{"Birth > [2020]",
                "2020 cannot be compared with 'Birth', which holds dates; write a date such as '2020-"},
        Refused{"Birth > ['31.1.2020']", "holds dates"}, Refused{"Birth = ['2021-02-29']", "holds dates"},
        Refused{"[Gender] < 'm'", "'Gender' holds text, which is ordered by its hierarchy and not by the alphabet"},
        Refused{"[Education] BETWEEN 1 AND 12", "use =, <>, IN or IS NULL"},
        Refused{"'a' < [Disease]", "'Disease' holds text"}));

INSTANTIATE_TEST_SUITE_P(
    Mixtures, QueryWhereRefusal,
    ::testing::Values(Refused{"[Age] > 60 OR Disease = 'flu'",
                              "this condition mixes the sensitive attribute 'Disease' with other columns"},
                      Refused{"Gender = 'f' AND ([Disease] = 'flu' OR Age > 60)",
                              "by AND only, or ask several queries"},
                      Refused{"Gender = 'f' AND NOT ([Disease] = 'flu' AND Age > 60)", "mixes"},
                      Refused{"[(]Age > 60 AND Disease = 'flu') OR (Age < 30 AND Disease = 'flu')", "mixes"}));

TEST(QueryRefusal, places_are_counted_in_characters) {
    const auto query = parse_query("SELECT COUNT(*) AS größe /* für € */ FROM patients", small_schema());
    ASSERT_FALSE(query.ok());
    EXPECT_EQ(query.error().message, "column 43: there is no table 'patients'; the only one is StatDB");
}

TEST(QueryRefusal, long_texts_are_refused) {
    const StatSchema schema = small_schema();
    const std::string query = "SELECT COUNT(*) FROM StatDB";
    EXPECT_TRUE(parse_query(query + std::string(64 * 1024 - query.size(), ' '), schema).ok());
    const auto longer = parse_query(query + std::string(64 * 1024 - query.size() + 1, ' '), schema);
    ASSERT_FALSE(longer.ok());
    EXPECT_EQ(longer.error().message, "the query is 65,537 bytes long; at most 65,536 are accepted");
}

TEST(QueryRefusal, texts_are_utf8) {
    const auto query = parse_query("SELECT COUNT(*) FROM StatDB WHERE Gender = '\xff'", small_schema());
    ASSERT_FALSE(query.ok());
    EXPECT_THAT(query.error().message, HasSubstr("not UTF-8"));
}

TEST(QueryRefusal, deep_nesting_is_refused) {
    const StatSchema schema = small_schema();
    const auto nested = [&](std::string open, std::size_t depth, std::string close) {
        std::string text = "SELECT COUNT(*) FROM StatDB WHERE ";
        for (std::size_t i = 0; i < depth; ++i) text += open;
        text += "Age = 25";
        for (std::size_t i = 0; i < depth; ++i) text += close;
        return parse_query(text, schema);
    };
    EXPECT_TRUE(nested("(", 100, ")").ok());
    EXPECT_TRUE(nested("NOT ", 100, "").ok());
    EXPECT_TRUE(nested("NOT (TRUE AND ", 50, ")").ok());
    for (const auto& query :
         {nested("(", 101, ")"), nested("NOT ", 101, ""), nested("NOT(", 5000, ")"), nested("(", 60'000, "")}) {
        ASSERT_FALSE(query.ok());
        EXPECT_THAT(query.error().message, HasSubstr("nested deeper than 100"));
    }
}

TEST(QueryRefusal, many_values_are_refused) {
    const StatSchema schema = small_schema();
    const auto listed = [&](std::size_t values) {
        std::string text = "SELECT COUNT(*) FROM StatDB WHERE Age IN (1";
        for (std::size_t i = 1; i < values; ++i) text += ",7";
        return parse_query(text + ")", schema);
    };
    EXPECT_TRUE(listed(10'000).ok());
    const auto more = listed(10'001);
    ASSERT_FALSE(more.ok());
    EXPECT_EQ(more.error().message, "column 20043: a query may hold 10,000 values, and this is one more");
}

}  // namespace query_refusal_test
}  // namespace scrim::statdb
