#include "adapters/postgres/view_options.h"
#include "adapters/postgres/server.h"
#include "methods/views/language/statement.h"

#include <gtest/gtest.h>

namespace scrim::postgres::view_options_test {
namespace {

views::ViewDefinition definition(const std::string& sql) {
    return std::get<views::CreateView>(*views::parse_statement(sql)).definition;
}

// As options and back a definition is the same.
TEST(ViewOptions, AreTheDefinition) {
    const std::string head =
        "CREATE ANONYMIZATION_VIEW av ON (SELECT name, \"a\"\"ge\", zip, job FROM t -- all\n) WITH "
        "ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (\"a\"\"ge\", zip DGH_NAME zips) ";
    for (const std::string& tail :
         {std::string("K 5"), std::string("K 5 LEVEL 2 RECODE mondrian BLOCK 100"),
          std::string(
              "ANONYMIZATION_SENSITIVE_ATTR (job DGH_NAME jobs) name REFERENCES public.wish(k, lvl) KEY who REQUIRE "
              "t_closeness_equal(t=0.2), l_diversity_distinct(l=2) DISCLOSE (zip IF zip_ok) RETAIN (job FOR '2 years' "
              "SINCE zip) POLICY ward MISSING PROFILE REFUSE UNKNOWN VALUE TOP"),
          std::string("ANONYMIZATION_SENSITIVE_ATTR (job) K 1 BLOCK 7")}) {
        if (tail.find("BLOCK 7") != std::string::npos) continue;  // BLOCK stands behind RECODE
        const views::ViewDefinition given = definition(head + tail);
        std::vector<OptionColumn> columns;
        for (const char* column : {"name", "a\"ge", "zip", "job", "other"})
            columns.push_back({column, column_options(given, column)});
        const views::ViewDefinition back = definition_of("av", table_options(given), columns);
        EXPECT_EQ(views::to_sql(back), views::to_sql(given));
    }
}

TEST(ViewOptions, AreRefusedWithTheirName) {
    const auto said = [](auto f) -> std::string {
        try {
            f();
        } catch (const Refused& refused) {
            return refused.what();
        }
        return "";
    };
    EXPECT_NE(said([] { check_table_option("qeury", "x"); }).find("did you mean 'query'"), std::string::npos);
    EXPECT_NE(said([] { check_table_option("k", "-1"); }).find("'-1'"), std::string::npos);
    EXPECT_NE(said([] { check_table_option("k", "00"); }), "");
    EXPECT_NE(said([] { check_table_option("materialized", "yes"); }), "");
    EXPECT_NE(said([] { check_column_option("role", "king"); }).find("'king'"), std::string::npos);
    EXPECT_EQ(said([] { check_column_option("dgh", "anything"); }), "");
    const std::vector<OptionColumn> columns{{"a", {{"role", "identifier"}}}, {"b", {{"role", "quasi_identifier"}}}};
    const Options query{{"query", "SELECT 1"}};
    EXPECT_NE(said([&] { definition_of("v", query, columns); }).find("k and profile"), std::string::npos);
    EXPECT_NE(said([&] { definition_of("v", {{"k", "2"}}, columns); }).find("no query"), std::string::npos);
    EXPECT_NE(said([&] { definition_of("v", {{"query", "x) K 2 --"}, {"k", "2"}}, columns); }), "");
    EXPECT_NE(said([&] {
                  definition_of("v", {{"query", "x"}, {"k", "2"}}, {});
              }).find("identifier"),
              std::string::npos);
}

}  // namespace
}  // namespace scrim::postgres::view_options_test
