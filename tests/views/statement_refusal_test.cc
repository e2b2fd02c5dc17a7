// Every refusal is one line that begins with the place of the token that is wrong.
#include "kernel/core/text.h"
#include "methods/views/language/statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::views {
namespace statement_refusal_test {

using testing::HasSubstr;

// "«" stands before the token that is wrong and is taken out.
struct Refused {
    std::string marked;
    const char* message;  // a part of it
    friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.marked; }
};

std::string message_of(std::string_view sql) {
    const auto statement = parse_statement(sql);
    if (statement) return "no error";
    EXPECT_EQ(statement.error().kind, Error::Kind::input);
    EXPECT_EQ(statement.error().message.find('\n'), std::string::npos) << statement.error().message;
    return statement.error().message;
}

class StatementRefusal : public testing::TestWithParam<Refused> {};

TEST_P(StatementRefusal, points_at_the_token) {
    std::string sql = GetParam().marked;
    const std::string mark = "«";
    const std::size_t place = sql.find(mark);
    ASSERT_NE(place, std::string::npos);
    sql.erase(place, mark.size());
    const std::string message = message_of(sql);
    EXPECT_TRUE(message.starts_with(format("line 1, column {}: ", place + 1))) << message;
    EXPECT_THAT(message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Text, StatementRefusal,
    testing::Values(
        Refused{"«", "expected a statement, found the end"}, Refused{"  -- nothing«", "expected a statement"},
        Refused{";«", "expected a statement"}, Refused{"SELECT 1; «SELECT 2", "one statement at a time"},
        Refused{"SELECT «'a", "a string is not closed; expected '"}, Refused{"SELECT «/* a", "a comment is not closed"},
        Refused{"SELECT «$x$ a", "a string is not closed; expected $x$"},
        Refused{"SELECT «(1", "'(' is not closed; expected ')'"}, Refused{"SELECT 1«)", "')' closes nothing"},
        Refused{"SELECT (1«]", "expected ')', found ']'"}, Refused{"SELECT (1;«)", "one statement at a time"},
        Refused{"EXPLAIN«", "expected a statement to explain"},
        Refused{"EXPLAIN «EXPLAIN SELECT 1", "expected a statement to explain, found 'EXPLAIN'"},
        Refused{"EXPLAIN «(FORMAT json) SELECT 1", "write EXPLAIN or EXPLAIN ANALYZE"},
        Refused{"EXPLAIN «SHOW DGHS", "only the engine's statements can be explained"}));

INSTANTIATE_TEST_SUITE_P(
    Dghs, StatementRefusal,
    testing::Values(Refused{"CREATE DGH«", "expected the name of a DGH, found the end"},
                    Refused{"CREATE DGH «'age'", "expected the name of a DGH, found 'age'"},
                    Refused{"CREATE DGH «\"\"", "the name of a DGH cannot be empty"},
                    Refused{"CREATE DGH age «'f'", "expected FROM 'file' or the end, found 'f'"},
                    Refused{"CREATE DGH age FROM «f", "expected the name of a hierarchy file in quotes, found 'f'"},
                    Refused{"CREATE DGH age FROM 'f' «g", "expected the end, found 'g'"},
                    Refused{"CREATE «OR REPLACE DGH age", "expected DGH, found 'OR'"},
                    Refused{"CREATE «TEMP DGH age", "expected DGH, found 'TEMP'"},
                    Refused{"INSERT INTO DGH d«", "expected ('child', 'parent'), found the end"},
                    Refused{"INSERT INTO DGH d ('a'«)", "expected ',', found ')'"},
                    Refused{"INSERT INTO DGH d ('a', «)", "expected a parent"},
                    Refused{"INSERT INTO DGH d ('a', 'b'«, 'c')", "expected ')', found ','"},
                    Refused{"INSERT INTO DGH d <'a', 'b'«", "expected '>', found the end"},
                    Refused{"INSERT INTO DGH d VALUES «'a', 'b'", "expected '(', found 'a'"},
                    Refused{"INSERT INTO DGH d ('a', 'b') «x", "expected ',' or the end, found 'x'"},
                    Refused{"INSERT INTO DGH d 'a', 'b'«, 'c'", "expected the end, found ','"},
                    Refused{"INSERT INTO DGH d («E'a', 'b')", "expected a child"},
                    Refused{"DROP DGH age «all", "expected CASCADE, RESTRICT or the end, found 'all'"},
                    Refused{"DROP DGH IF EXISTS«", "expected the name of a DGH, found the end"}));

INSTANTIATE_TEST_SUITE_P(
    Others, StatementRefusal,
    testing::Values(Refused{"CREATE POLICY«", "expected the name of a policy, or FROM, found the end"},
                    Refused{"CREATE POLICY p «IN 'f'", "expected FROM, found 'IN'"},
                    Refused{"CREATE POLICY FROM «f", "expected the name of a policy file in quotes"},
                    Refused{"DROP POLICY p «CASCADE", "expected the end, found 'CASCADE'"},
                    Refused{"GRANT «INSERT ON ANONYMIZATION_VIEW v TO a", "expected SELECT, found 'INSERT'"},
                    Refused{"GRANT SELECT ON ANONYMIZATION_VIEW v «FROM a", "expected TO, found 'FROM'"},
                    Refused{"REVOKE SELECT ON ANONYMIZATION_VIEW v «TO a", "expected FROM, found 'TO'"},
                    Refused{"GRANT SELECT ON ANONYMIZATION_VIEW v TO a «b", "expected PURPOSE, RECIPIENT or the end"},
                    Refused{"GRANT SELECT ON ANONYMIZATION_VIEW v TO a PURPOSE«", "expected a purpose, found the end"},
                    Refused{"GRANT SELECT ON ANONYMIZATION_VIEW v TO a PURPOSE p «PURPOSE q", "PURPOSE stands twice"},
                    Refused{"GRANT SELECT ON «ANONYMISATION_VIEW v TO a", "did you mean 'ANONYMIZATION_VIEW'?"},
                    Refused{"SHOW DGH«", "expected the name of a DGH, found the end"},
                    Refused{"SHOW DGHS «x", "expected the end, found 'x'"},
                    Refused{"REFRESH ANONYMIZATION_VIEW«", "expected the name of a view, found the end"},
                    Refused{"SET «av_pln = auto", "there is no option 'av_pln', did you mean 'av_plan'?"},
                    Refused{"SET «av_something_else = 1", "there are 'av_plan', 'av_semantics'"},
                    Refused{"SET av_plan = «'fast'", "av_plan cannot be 'fast'; there are 'auto', "},
                    Refused{"SET av_plan = «select_then_anonymise", "did you mean 'select_then_anonymize'?"},
                    Refused{"SET av_plan «auto", "expected '=' or TO, found 'auto'"},
                    Refused{"SET av_plan =«", "expected a value of av_plan, found the end"},
                    Refused{"SET av_plan = auto «x", "expected the end, found 'x'"},
                    Refused{"RESET av_plan «= auto", "expected the end, found '='"},
                    Refused{"«ALTER ANONYMIZATION_VIEW v RENAME TO w", "CREATE OR REPLACE ANONYMIZATION_VIEW"},
                    Refused{"CREATE «ANONYMIZATON_VIEW v ON (SELECT 1)", "did you mean 'ANONYMIZATION_VIEW'?"},
                    Refused{"CREATE MATERIALIZED «anonymisation_view v ON x", "'anonymisation_view' is not known"},
                    Refused{"CREATE OR REPLACE «ANONYMIZED VIEW v", "did you mean 'ANONYMIZATION_VIEW'?"},
                    Refused{"DROP «ANONYMIZATION VIEW v", "did you mean 'ANONYMIZATION_VIEW'?"},
                    Refused{"SHOW «ANONYMISATION_VIEWS", "did you mean 'ANONYMIZATION_VIEWS'?"}));

const std::string head = "CREATE ANONYMIZATION_VIEW v ON (SELECT 1) WITH ANONYMIZATION_ID i ";
const std::string with_k = head + "ANONYMIZATION_QUASI_ID q K 2 ";
const std::string with_profile = head + "ANONYMIZATION_QUASI_ID q c REFERENCES t(k) ";

std::vector<Refused> views() {
    return {
        {"CREATE ANONYMIZATION_VIEW «ON (SELECT 1)", "expected the name of the view, found 'ON'"},
        {"CREATE ANONYMIZATION_VIEW s«.v ON (SELECT 1)", "expected ON, found '.'"},
        {"CREATE OR REPLACE ANONYMIZATION_VIEW «IF NOT EXISTS v ON x", "use one of them"},
        {"CREATE «TEMP ANONYMIZATION_VIEW v ON x", "expected ANONYMIZATION_VIEW, found 'TEMP'"},
        {"CREATE ANONYMIZATION_VIEW v ON (SELECT 1)«", "expected WITH ANONYMIZATION_ID, found the end"},
        {"CREATE ANONYMIZATION_VIEW v ON (SELECT 1) «ANONYMIZATION_ID i", "expected WITH ANONYMIZATION_ID, found"},
        {"CREATE ANONYMIZATION_VIEW v ON «patient WITH ANONYMIZATION_ID i", "expected a query (SELECT, WITH, FROM or"},
        {"CREATE ANONYMIZATION_VIEW v ON «WITH ANONYMIZATION_ID i", "expected a query"},
        {"CREATE ANONYMIZATION_VIEW v ON «() WITH ANONYMIZATION_ID i", "expected a query"},
        {"CREATE ANONYMIZATION_VIEW v ON (SELECT 1 «PURPOSE p) WITH ANONYMIZATION_ID i", "given by who asks"},
        {"CREATE ANONYMIZATION_VIEW v ON SELECT 1 «RECIPIENT r WITH ANONYMIZATION_ID i", "given by who asks"},
        {"CREATE ANONYMIZATION_VIEW v ON (FROM (FROM t «PURPOSE p)) WITH ANONYMIZATION_ID i", "given by who asks"},
        {"CREATE ANONYMIZATION_VIEW v ON (SELECT 1) WITH ANONYMIZATION_ID «ANONYMIZATION_QUASI_ID q K 2",
         "expected the identifier's column, found 'ANONYMIZATION_QUASI_ID'"},
        {head + "«K 2", "expected ANONYMIZATION_QUASI_ID, found 'K'"},
        {head + "«ANONYMIZATION_SENSITIVE_ATTR s K 2", "expected ANONYMIZATION_QUASI_ID, found"},
        {head + "ANONYMIZATION_QUASI_ID («) K 2", "expected a quasi-identifier, found ')'"},
        {head + "ANONYMIZATION_QUASI_ID q«", "expected the profile (column REFERENCES table(k_column), or K number)"},
        {head + "ANONYMIZATION_QUASI_ID q «RECODE mondrian", "expected the profile"},
        {head + "ANONYMIZATION_QUASI_ID (q «p) K 2", "expected ')', found 'p'"},
        {head + "ANONYMIZATION_QUASI_ID {q «p} K 2", "expected '}', found 'p'"},
        {head + "ANONYMIZATION_QUASI_ID q DGH_NAME «'d' K 2", "expected the name of a DGH, found 'd'"},
        {head + "ANONYMIZATION_QUASI_ID q, «\"I\" K 2", "column 'I' stands twice"},
        {head + "ANONYMIZATION_QUASI_ID q ANONYMIZATION_SENSITIVE_ATTR «Q K 2", "column 'Q' stands twice"},
        {head + "ANONYMIZATION_QUASI_ID q K «0", "expected K, a whole number from 1 to 4,294,967,295, found '0'"},
        {head + "ANONYMIZATION_QUASI_ID q K «5000000000", "expected K, a whole number"},
        {head + "ANONYMIZATION_QUASI_ID q K «2.5", "expected K, a whole number"},
        {head + "ANONYMIZATION_QUASI_ID q K «-1", "expected K, a whole number"},
        {head + "ANONYMIZATION_QUASI_ID q K 2 LEVEL «x", "expected LEVEL, a whole number from 0"},
        {head + "ANONYMIZATION_QUASI_ID q c REFERENCES «(k)", "expected the profile table, found '('"},
        {head + "ANONYMIZATION_QUASI_ID q c REFERENCES t«", "expected '(', found the end"},
        {head + "ANONYMIZATION_QUASI_ID q c REFERENCES t(«)", "expected the profile table's column of k, found ')'"},
        {head + "ANONYMIZATION_QUASI_ID q c REFERENCES t(k, l«, m)", "expected ')', found ','"},
    };
}

std::vector<Refused> clauses() {
    return {
        {with_k + "«KEY p", "KEY is about the profile table, and the view has none"},
        {with_k + "«DISCLOSE (a IF b)", "DISCLOSE is about the profile table"},
        {with_k + "«MISSING PROFILE REFUSE", "MISSING is about the profile table"},
        {with_k + "RETAIN (a «UNTIL b)", "UNTIL names a column of the profile table"},
        {with_k + "«PURPOSE p", "expected KEY, RECODE, REQUIRE, DISCLOSE, RETAIN, POLICY, MISSING, UNKNOWN or the"},
        {with_k + "«recod mondrian", "did you mean 'RECODE'?"},
        {with_k + "RECODE mondrian «RECODE datafly", "RECODE stands twice; give it once"},
        {with_k + "RECODE «mondrain", "there is no recoder 'mondrain', did you mean 'mondrian'?"},
        {with_k + "RECODE «xyzzyxyzzy", "use best, optimal, extended_datafly, topdown, bottomup or mondrian"},
        {with_k + "RECODE «cluster", "cluster cannot recode a view, which shows people of equal values alike"},
        {with_k + "RECODE «anatomy", "keeps everybody's own k; use best, optimal"},
        {with_k + "RECODE datafly BLOCK «0", "expected the records of a block, a whole number from 1"},
        {with_k + "REQUIRE«", "expected a privacy model"},
        {with_k + "REQUIRE «k_anonimity(k=5)", "did you mean 'k_anonymity'?"},
        {with_k + "REQUIRE k_anonymity(k=5), «k_anonymity(k=0)", "k_anonymity"},
        {with_k + "REQUIRE «k_anonymity(k)", "expected '='"},
        {with_k + "REQUIRE «k_anonymity", "k_anonymity"},
        {with_profile + "DISCLOSE (a IF b, «A IF c)", "column 'A' stands twice in DISCLOSE"},
        {with_profile + "DISCLOSE (a «WHEN b)", "expected IF, found 'WHEN'"},
        {with_profile + "RETAIN (a UNTIL b, «a UNTIL c)", "column 'a' stands twice in RETAIN"},
        {with_profile + "RETAIN a «IF b", "expected UNTIL or FOR, found 'IF'"},
        {with_profile + "RETAIN a FOR «2 years", "expected an interval, as '2 years', found '2'"},
        {with_profile + "RETAIN a FOR '2 years'«", "expected SINCE, found the end"},
        {with_profile + "MISSING «STRICTEST", "expected PROFILE, found 'STRICTEST'"},
        {with_profile + "MISSING PROFILE «TOP", "expected STRICTEST or REFUSE, found 'TOP'"},
        {with_profile + "UNKNOWN VALUE «STRICTEST", "expected REFUSE or TOP, found 'STRICTEST'"},
        {with_profile + "POLICY«", "expected the name of a policy, found the end"},
    };
}

INSTANTIATE_TEST_SUITE_P(Views, StatementRefusal, testing::ValuesIn(views()));
INSTANTIATE_TEST_SUITE_P(Clauses, StatementRefusal, testing::ValuesIn(clauses()));

TEST(StatementRefusals, lines_are_counted) {
    EXPECT_THAT(message_of("CREATE DGH age\n  FROM\n   f"), HasSubstr("line 3, column 4: expected"));
    EXPECT_THAT(message_of("CREATE DGH \"ä\" x\n"), HasSubstr("line 1, column 16: expected"));
}

TEST(StatementRefusals, text_that_is_too_long) {
    EXPECT_THAT(message_of("SELECT " + std::string(1 << 20, '1')), HasSubstr("too long; at most 1,048,576 are read"));
    EXPECT_TRUE(parse_statement("SELECT " + std::string((1 << 20) - 7, '1')).ok());
}

TEST(StatementRefusals, brackets_that_are_too_deep) {
    const auto nested = [](std::size_t depth) {
        return "SELECT " + std::string(depth, '(') + "1" + std::string(depth, ')');
    };
    EXPECT_TRUE(parse_statement(nested(1000)).ok());
    EXPECT_THAT(message_of(nested(1001)), HasSubstr("brackets are nested deeper than 1000"));
    const auto view = [&](std::size_t depth) {
        return "CREATE ANONYMIZATION_VIEW v ON " + nested(depth) +
               " WITH ANONYMIZATION_ID i ANONYMIZATION_QUASI_ID q K 2";
    };
    EXPECT_TRUE(parse_statement(view(999)).ok());
    EXPECT_THAT(message_of(view(1000)), HasSubstr("at most 999 deep"));
}

TEST(StatementRefusals, bytes_that_are_no_text) {
    EXPECT_THAT(message_of("SELECT '\xff'"), HasSubstr("not UTF-8"));
    EXPECT_THAT(message_of(std::string_view("SELECT 1\0, 2", 12)),
                HasSubstr("column 9: a statement cannot hold a NUL"));
}

}  // namespace statement_refusal_test
}  // namespace scrim::views
