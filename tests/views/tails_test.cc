// PURPOSE and RECIPIENT at the end of queries. In the inputs a tail stands in [brackets], which are taken out; the
// engine must be given all but what they enclose.
#include "methods/views/language/statement.h"

#include <gtest/gtest.h>

namespace scrim::views {
namespace tails_test {

struct Marked {
    std::string sql, blanked;
};

Marked unmarked(std::string_view marked) {
    Marked out;
    bool inside = false;
    for (const char c : marked) {
        if (c == '[' || c == ']') {
            inside = c == '[';
            continue;
        }
        out.sql += c;
        out.blanked += inside ? ' ' : c;
    }
    return out;
}

EngineStatement engine(std::string_view sql) {
    const auto statement = parse_statement(sql);
    if (!statement) {
        ADD_FAILURE() << sql << "\n" << statement.error().message;
        return {};
    }
    return std::get<EngineStatement>(*statement);
}

class MarkedTails : public testing::TestWithParam<const char*> {};

TEST_P(MarkedTails, are_blanked) {
    const Marked marked = unmarked(GetParam());
    const EngineStatement statement = engine(marked.sql);
    EXPECT_EQ(statement.text, marked.blanked);
    EXPECT_EQ(statement.tails.empty(), marked.sql == marked.blanked);
}

INSTANTIATE_TEST_SUITE_P(
    Found, MarkedTails,
    testing::Values(
        "SELECT * FROM v [PURPOSE treatment RECIPIENT nurse]", "SELECT * FROM v [recipient nurse purpose treatment] ;",
        "SELECT * FROM v [purpose='Treatment' recipient='Nurse'];", "SELECT * FROM v [purpose \"X\"]",
        "SELECT * FROM v WHERE a = ? [PURPOSE p]", "SELECT * FROM v LIMIT 5 [PURPOSE p] -- why",
        "SELECT * FROM v WHERE a IN (1, 2) [RECIPIENT r]", "FROM v SELECT * [PURPOSE p]",
        "FROM v SELECT v.* [PURPOSE p]", "FROM v [PURPOSE p]", "VALUES (1) [PURPOSE p]",
        "SELECT * FROM v GROUP BY ALL [PURPOSE p]", "SELECT CASE WHEN a THEN 1 END [PURPOSE p]",
        "PREPARE q AS SELECT * FROM v WHERE a = $1 [PURPOSE p]", "EXECUTE q(1) [PURPOSE p]",
        "CREATE TABLE t AS SELECT * FROM v [PURPOSE p]", "COPY (SELECT * FROM v [PURPOSE p]) TO 'f'",
        "SELECT * FROM (SELECT * FROM v [PURPOSE p]) WHERE x = (SELECT 1 [RECIPIENT r]) [PURPOSE q]",
        "WITH w AS (FROM v [PURPOSE p]) SELECT * FROM w", "SELECT * FROM v WHERE purpose = 'x' [RECIPIENT nurse]",
        "SELECT * FROM v WHERE purpose = x [PURPOSE p]", "SELECT * FROM v ORDER BY purpose DESC [PURPOSE p]",
        "SELECT * FROM v ORDER BY recipient [PURPOSE p]", "SELECT * FROM v purpose [PURPOSE p]",
        "SELECT * FROM v [PURPOSE /* why */ p]", "SELECT * FROM v -- c\n[PURPOSE p]"));

INSTANTIATE_TEST_SUITE_P(
    NotFound, MarkedTails,
    testing::Values("SELECT * FROM v", "SELECT * FROM v PURPOSE", "SELECT purpose p", "SELECT DISTINCT purpose p",
                    "FROM v SELECT a, purpose p", "SELECT * FROM purpose p", "SELECT * FROM a, purpose p",
                    "SELECT * FROM a JOIN purpose p", "SELECT * FROM v WHERE purpose = 'x'",
                    "SELECT * FROM v WHERE a AND purpose = 'x'", "SELECT * FROM v WHERE a OR recipient = x",
                    "SELECT * FROM v WHERE NOT purpose = 'x'", "SELECT * FROM v WHERE v.purpose = 'x'",
                    "SELECT * FROM v WHERE a * purpose = x", "SELECT * FROM v WHERE a = purpose ISNULL",
                    "SELECT * FROM v WHERE (purpose = 'x')", "SELECT * FROM v ORDER BY purpose DESC",
                    "SELECT * FROM v ORDER BY a, purpose DESC", "SELECT * FROM v GROUP BY a HAVING purpose = 'x'",
                    "SELECT * FROM v WHERE a BETWEEN purpose AND recipient",
                    "SELECT CASE WHEN purpose THEN recipient ELSE purpose END", "UPDATE t SET purpose = 'x'",
                    "DELETE FROM t RETURNING purpose p", "SELECT a AS purpose, b AS recipient",
                    "SELECT * FROM v PURPOSE p LIMIT 5", "SELECT f(a purpose p)", "CALL f(1) PURPOSE p",
                    "ALTER TABLE t DROP COLUMN purpose CASCADE", "SELECT ' PURPOSE p'", "SELECT 1 -- PURPOSE p",
                    "SELECT 1 \"purpose\" p", "SELECT * FROM v PURPOSE 5", "SELECT * FROM v WHERE a::purpose = x",
                    "PURPOSE p"));

TEST(Tails, values_are_kept_as_written) {
    const EngineStatement statement = engine("SELECT 1 PURPOSE = 'It''s' RECIPIENT \"Head \"\"Nurse\"");
    ASSERT_EQ(statement.tails.size(), 1u);
    EXPECT_EQ(statement.tails[0].purpose, "It's");
    EXPECT_EQ(statement.tails[0].recipient, "Head \"Nurse");
    EXPECT_EQ(engine("SELECT 1 RECIPIENT Nurse").tails[0].purpose, "");
    EXPECT_EQ(engine("SELECT 1 RECIPIENT Nurse").tails[0].recipient, "Nurse");
}

TEST(Tails, a_scope_is_what_its_parentheses_enclose) {
    const std::string sql = "SELECT * FROM v, (FROM w PURPOSE p) RECIPIENT r; ";
    const EngineStatement statement = engine(sql);
    ASSERT_EQ(statement.tails.size(), 2u);
    const TailScope* outer = statement.tail_at(sql.find("v,"));
    const TailScope* inner = statement.tail_at(sql.find("w PURPOSE"));
    ASSERT_TRUE(outer != nullptr && inner != nullptr);
    EXPECT_EQ(outer->begin, 0u);
    EXPECT_EQ(outer->end, sql.size());
    EXPECT_EQ(outer->recipient, "r");
    EXPECT_EQ(sql.substr(inner->begin, inner->end - inner->begin), "FROM w PURPOSE p");
    EXPECT_EQ(inner->purpose, "p");
    EXPECT_EQ(inner->recipient, "");
}

TEST(Tails, the_innermost_around_a_position) {
    const std::string sql = "SELECT 1, (SELECT 2, (FROM a PURPOSE x), b PURPOSE y), c, (SELECT d)";
    const EngineStatement statement = engine(sql);
    const auto purpose_at = [&](std::string_view word) {
        const TailScope* tail = statement.tail_at(sql.find(word));
        return tail == nullptr ? "" : tail->purpose;
    };
    EXPECT_EQ(purpose_at("a PURPOSE"), "x");
    EXPECT_EQ(purpose_at("b PURPOSE"), "y");
    EXPECT_EQ(purpose_at("2,"), "y");
    EXPECT_EQ(purpose_at("c,"), "");
    EXPECT_EQ(purpose_at("d)"), "");
    EXPECT_EQ(statement.tail_at(sql.size() + 5), nullptr);
}

TEST(Tails, the_same_word_twice_is_refused) {
    const auto statement = parse_statement("SELECT * FROM v PURPOSE a PURPOSE b");
    ASSERT_FALSE(statement.ok());
    EXPECT_EQ(statement.error().message, "line 1, column 27: PURPOSE stands twice; give it once");
}

TEST(Tails, an_empty_value_is_refused) {
    const auto statement = parse_statement("SELECT * FROM v PURPOSE ''");
    ASSERT_FALSE(statement.ok());
    EXPECT_EQ(statement.error().message, "line 1, column 25: the value of PURPOSE cannot be empty");
}

}  // namespace tails_test
}  // namespace scrim::views
