#include "methods/views/language/statement.h"

#include "kernel/core/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <tuple>

namespace scrim::views {
namespace statement_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

template <class Kind>
Kind parsed(std::string_view sql) {
    auto statement = parse_statement(sql);
    if (!statement) {
        ADD_FAILURE() << sql << "\n" << statement.error().message;
        return {};
    }
    if (!std::holds_alternative<Kind>(*statement)) {
        ADD_FAILURE() << sql << " is alternative " << statement->index();
        return {};
    }
    return std::get<Kind>(*std::move(statement));
}

ViewDefinition view(std::string_view sql) { return parsed<CreateView>(sql).definition; }

// A view with these clauses after its profile.
ViewDefinition with(std::string_view clauses) {
    return view(
        format("CREATE ANONYMIZATION_VIEW v ON (SELECT 1) WITH ANONYMIZATION_ID i ANONYMIZATION_QUASI_ID q "
               "c REFERENCES t(k) {}",
               clauses));
}

std::vector<std::string> printed(const std::vector<GeneralizedColumn>& columns) {
    std::vector<std::string> out;
    for (const GeneralizedColumn& column : columns) out.push_back(column.column + ":" + column.dgh);
    return out;
}

TEST(Statement, the_papers_view) {
    const ViewDefinition definition = view(R"(CREATE ANONYMIZATION_VIEW Patient_AV
        ON (SELECT name, birth, zipcode, disease, choice FROM patient)
        WITH ANONYMIZATION_ID name
        ANONYMIZATION_QUASI_ID {birth DGH_NAME birth_dgh}, {zipcode}
        ANONYMIZATION_SENSITIVE_ATTR {disease DGH_NAME disease_dgh}
        choice REFERENCES patient_choices(k, sa_level);)");
    EXPECT_EQ(definition.name, "Patient_AV");
    EXPECT_FALSE(definition.materialized);
    EXPECT_EQ(definition.query, "SELECT name, birth, zipcode, disease, choice FROM patient");
    EXPECT_EQ(definition.id, "name");
    EXPECT_THAT(printed(definition.quasi_identifiers), ElementsAre("birth:birth_dgh", "zipcode:"));
    EXPECT_THAT(printed(definition.sensitive), ElementsAre("disease:disease_dgh"));
    EXPECT_EQ(definition.profile.column, "choice");
    EXPECT_EQ(definition.profile.table, "patient_choices");
    EXPECT_EQ(definition.profile.k_column, "k");
    EXPECT_EQ(definition.profile.level_column, "sa_level");
    EXPECT_EQ(definition.profile.key, "");
    EXPECT_EQ(definition.recoder, "best");
    EXPECT_EQ(definition.missing_profile, ViewDefinition::MissingProfile::strictest);
    EXPECT_EQ(definition.unknown_value, ViewDefinition::UnknownValue::refuse);
}

TEST(Statement, words_of_a_view_before_its_name) {
    const auto create = parsed<CreateView>(
        "create or replace materialized anonymization_view \"My view\" on from t with anonymization_id i "
        "anonymization_quasi_id q k 5 level 2");
    EXPECT_TRUE(create.or_replace);
    EXPECT_FALSE(create.if_not_exists);
    EXPECT_TRUE(create.definition.materialized);
    EXPECT_EQ(create.definition.name, "My view");
    EXPECT_EQ(create.definition.query, "from t");
    EXPECT_FALSE(create.definition.has_profile());
    EXPECT_EQ(create.definition.k, 5u);
    EXPECT_EQ(create.definition.level, 2u);
    EXPECT_TRUE(parsed<CreateView>("CREATE ANONYMIZATION_VIEW IF NOT EXISTS v ON (FROM t) WITH ANONYMIZATION_ID i "
                                   "ANONYMIZATION_QUASI_ID q K 1")
                    .if_not_exists);
}

TEST(Statement, queries_of_a_view) {
    const auto query = [](std::string_view on) {
        return view(
                   format("CREATE ANONYMIZATION_VIEW v ON {} WITH ANONYMIZATION_ID i ANONYMIZATION_QUASI_ID q K 2", on))
            .query;
    };
    EXPECT_EQ(query("( (SELECT 1) )"), "SELECT 1");
    EXPECT_EQ(query("SELECT 1 -- one\n, 2 /* two */"), "SELECT 1 -- one\n, 2");
    EXPECT_EQ(query("(SELECT 1) UNION (SELECT 2)"), "(SELECT 1) UNION (SELECT 2)");
    EXPECT_EQ(query("WITH a AS (SELECT 1 WITH ANONYMIZATION_ID x) SELECT * FROM a"),
              "WITH a AS (SELECT 1 WITH ANONYMIZATION_ID x) SELECT * FROM a");
    EXPECT_EQ(query("(VALUES ('WITH ANONYMIZATION_ID'))"), "VALUES ('WITH ANONYMIZATION_ID')");
    EXPECT_EQ(query("(SELECT 1 WHERE purpose = 'x')"), "SELECT 1 WHERE purpose = 'x'");
}

TEST(Statement, lists_of_columns) {
    const auto columns = [](std::string_view list) {
        return printed(view(format("CREATE ANONYMIZATION_VIEW v ON (SELECT 1) WITH ANONYMIZATION_ID i "
                                   "ANONYMIZATION_QUASI_ID {} c REFERENCES t(k)",
                                   list))
                           .quasi_identifiers);
    };
    for (const auto list : {"a DGH_NAME d, b", "(a DGH_NAME d, b)", "{a DGH_NAME d, b}", "{a DGH_NAME d}, {b}",
                            "({a DGH_NAME d}, b)", "{{a DGH_NAME d}, {b}}", "\"a\" dgh_name \"d\", \"b\""})
        EXPECT_THAT(columns(list), ElementsAre("a:d", "b:")) << list;
}

TEST(Statement, profile_tables_keep_their_schema) {
    const auto table = [](std::string_view written) {
        return view(format("CREATE ANONYMIZATION_VIEW v ON (SELECT 1) WITH ANONYMIZATION_ID i ANONYMIZATION_QUASI_ID q "
                           "c REFERENCES {}(k)",
                           written))
            .profile.table;
    };
    EXPECT_EQ(table("main.choices"), "main.choices");
    EXPECT_EQ(table("db . \"My schema\".\"a\"\"b\" "), "db.\"My schema\".\"a\"\"b\"");
}

TEST(Statement, clauses_come_in_any_order) {
    const ViewDefinition definition = with(
        "UNKNOWN VALUE TOP MISSING PROFILE REFUSE POLICY hospital "
        "RETAIN (a UNTIL a_until, b FOR '2 years' SINCE admitted) DISCLOSE {a IF a_op, b IF b_op} "
        "REQUIRE t_closeness_equal(t=0.2), l_diversity_distinct(l=2) RECODE DataFly BLOCK 1024 KEY person");
    EXPECT_EQ(definition.profile.key, "person");
    EXPECT_EQ(definition.recoder, "extended_datafly") << "the one that keeps everybody's own k";
    EXPECT_EQ(definition.block, 1024u);
    ASSERT_EQ(definition.require.size(), 2u);
    EXPECT_EQ(to_string(definition.require[0]), "t_closeness_equal(t=0.2)");
    EXPECT_EQ(to_string(definition.require[1]), "l_diversity_distinct(l=2)");
    ASSERT_EQ(definition.disclose.size(), 2u);
    EXPECT_EQ(definition.disclose[1].column, "b");
    EXPECT_EQ(definition.disclose[1].choice, "b_op");
    ASSERT_EQ(definition.retain.size(), 2u);
    EXPECT_EQ(definition.retain[0].until, "a_until");
    EXPECT_EQ(definition.retain[1].until, "");
    EXPECT_EQ(definition.retain[1].period, "2 years");
    EXPECT_EQ(definition.retain[1].since, "admitted");
    EXPECT_EQ(definition.policy, "hospital");
    EXPECT_EQ(definition.missing_profile, ViewDefinition::MissingProfile::refuse);
    EXPECT_EQ(definition.unknown_value, ViewDefinition::UnknownValue::top);
    EXPECT_EQ(with("RECODE mondrian BLOCK 1").block, 1u);
    EXPECT_EQ(with("RECODE mondrian").block, 0u);
}

TEST(Statement, requirements_may_hold_comments_and_lists) {
    const ViewDefinition definition = with("REQUIRE k_anonymity( -- five\n k=5, qid=[[a, 'b)'], [\"c\"]]) KEY x");
    ASSERT_EQ(definition.require.size(), 1u);
    EXPECT_EQ(to_string(definition.require[0]), "k_anonymity(k=5, qid=[[a, 'b)'], [c]])");
    EXPECT_EQ(definition.profile.key, "x");
}

TEST(Statement, a_profile_column_may_be_called_k) {
    EXPECT_EQ(view("CREATE ANONYMIZATION_VIEW v ON (SELECT 1) WITH ANONYMIZATION_ID i ANONYMIZATION_QUASI_ID q "
                   "k REFERENCES t(k)")
                  .profile.column,
              "k");
}

TEST(Statement, dghs) {
    EXPECT_EQ(parsed<CreateDgh>("CREATE DGH Age").name, "Age");
    EXPECT_EQ(parsed<CreateDgh>("CREATE DGH Age").file, "");
    EXPECT_EQ(parsed<CreateDgh>("create dgh \"my age\" from 'age''s.csv';").file, "age's.csv");
    EXPECT_FALSE(parsed<DropDgh>("DROP DGH age RESTRICT").cascade);
    EXPECT_TRUE(parsed<DropDgh>("DROP DGH IF EXISTS age CASCADE").cascade);
    EXPECT_TRUE(parsed<DropDgh>("DROP DGH IF EXISTS age").if_exists);
    EXPECT_EQ(parsed<DropDgh>("DROP DGH if").name, "if");
}

TEST(Statement, edges_of_a_dgh) {
    const auto edges = [](std::string_view sql) { return parsed<InsertDgh>(sql).edges; };
    EXPECT_THAT(edges("INSERT INTO DGH d <'flu', 'illness'>"), ElementsAre(Pair("flu", "illness")));
    EXPECT_THAT(edges("INSERT INTO DGH d 'flu', 'illness'"), ElementsAre(Pair("flu", "illness")));
    EXPECT_THAT(edges("INSERT INTO DGH d ('flu', 'illness')"), ElementsAre(Pair("flu", "illness")));
    EXPECT_THAT(edges("INSERT INTO DGH d VALUES (flu, illness), (-5, 'a,b'), (\"x y\", 2.5)"),
                ElementsAre(Pair("flu", "illness"), Pair("-5", "a,b"), Pair("x y", "2.5")));
    EXPECT_THAT(edges("INSERT INTO DGH d <a,b>, <b,c>"), ElementsAre(Pair("a", "b"), Pair("b", "c")));
    EXPECT_EQ(parsed<InsertDgh>("INSERT INTO DGH \"D e\" (a, b)").name, "D e");
}

TEST(Statement, a_table_may_be_called_dgh) {
    for (const auto sql :
         {"INSERT INTO dgh VALUES (1, 2)", "INSERT INTO dgh SELECT 1", "INSERT INTO dgh (a) VALUES (1)",
          "INSERT INTO dgh BY NAME SELECT 1", "INSERT INTO \"dgh\" x", "SELECT * FROM dgh"})
        EXPECT_EQ(parsed<EngineStatement>(sql).text, sql);
}

TEST(Statement, views_are_dropped_and_refreshed) {
    EXPECT_EQ(parsed<DropView>("DROP ANONYMIZATION_VIEW v").name, "v");
    EXPECT_TRUE(parsed<DropView>("DROP MATERIALIZED ANONYMIZATION_VIEW IF EXISTS v CASCADE").if_exists);
    EXPECT_TRUE(parsed<DropView>("DROP ANONYMIZATION_VIEW v CASCADE").cascade);
    EXPECT_EQ(parsed<RefreshView>("REFRESH ANONYMIZATION_VIEW \"v\"").name, "v");
}

TEST(Statement, policies) {
    EXPECT_EQ(parsed<CreatePolicy>("CREATE POLICY FROM 'p.yaml'").name, "");
    EXPECT_EQ(parsed<CreatePolicy>("CREATE POLICY FROM 'p.yaml'").file, "p.yaml");
    EXPECT_EQ(parsed<CreatePolicy>("CREATE POLICY hospital FROM 'p.yaml'").name, "hospital");
    EXPECT_TRUE(parsed<DropPolicy>("DROP POLICY IF EXISTS hospital").if_exists);
    EXPECT_EQ(parsed<DropPolicy>("DROP POLICY hospital").name, "hospital");
}

TEST(Statement, grants) {
    const Grant grant = parsed<Grant>("GRANT SELECT ON ANONYMIZATION_VIEW v TO 'ann' RECIPIENT = nurse PURPOSE 'care'");
    EXPECT_FALSE(grant.revoke);
    EXPECT_EQ(grant.view, "v");
    EXPECT_EQ(grant.grantee, "ann");
    EXPECT_EQ(grant.purpose, "care");
    EXPECT_EQ(grant.recipient, "nurse");
    EXPECT_TRUE(parsed<Grant>("REVOKE SELECT ON ANONYMIZATION_VIEW v FROM ann").revoke);
    EXPECT_EQ(parsed<Grant>("REVOKE SELECT ON ANONYMIZATION_VIEW v FROM ann").purpose, "");
}

TEST(Statement, what_is_shown) {
    using What = Show::What;
    EXPECT_EQ(parsed<Show>("SHOW ANONYMIZATION_VIEWS").what, What::views);
    EXPECT_EQ(parsed<Show>("SHOW ANONYMIZATION_VIEW v").what, What::view);
    EXPECT_EQ(parsed<Show>("SHOW ANONYMIZATION_VIEW v").name, "v");
    EXPECT_EQ(parsed<Show>("show dghs").what, What::dghs);
    EXPECT_EQ(parsed<Show>("SHOW DGH d").what, What::dgh);
    EXPECT_EQ(parsed<Show>("SHOW POLICIES").what, What::policies);
    EXPECT_EQ(parsed<Show>("SHOW POLICY p").what, What::policy);
    EXPECT_EQ(parsed<Show>("SHOW GRANTS;").what, What::grants);
    EXPECT_EQ(parsed<EngineStatement>("SHOW TABLES").text, "SHOW TABLES");
    EXPECT_EQ(parsed<EngineStatement>("SHOW anonymous_users").text, "SHOW anonymous_users");
}

TEST(Statement, options) {
    EXPECT_EQ(parsed<SetOption>("SET av_plan = 'auto'").value, "auto");
    EXPECT_EQ(parsed<SetOption>("SET SESSION AV_Plan TO Select_Then_Anonymize").value, "select_then_anonymize");
    EXPECT_EQ(parsed<SetOption>("SET AV_Plan TO anonymize_then_select").name, "av_plan");
    EXPECT_EQ(parsed<SetOption>("SET av_semantics = paper").value, "paper");
    EXPECT_EQ(parsed<SetOption>("RESET av_semantics").name, "av_semantics");
    EXPECT_EQ(parsed<SetOption>("RESET av_semantics").value, "");
    EXPECT_EQ(parsed<EngineStatement>("SET threads = 4").text, "SET threads = 4");
    EXPECT_EQ(parsed<EngineStatement>("RESET threads").text, "RESET threads");
}

TEST(Statement, explain_is_blanked) {
    const auto plain = parsed<EngineStatement>("SELECT 1");
    EXPECT_FALSE(plain.explain || plain.analyze);
    const auto explain = parsed<EngineStatement>("/* x */ EXPLAIN SELECT 1 PURPOSE p;");
    EXPECT_TRUE(explain.explain);
    EXPECT_FALSE(explain.analyze);
    EXPECT_EQ(explain.text, "                SELECT 1          ;");
    EXPECT_EQ(explain.tails.size(), 1u);
    const auto analyze = parsed<EngineStatement>("explain analyze (SELECT 1)");
    EXPECT_TRUE(analyze.explain && analyze.analyze);
    EXPECT_EQ(analyze.text, "                (SELECT 1)");
}

TEST(Statement, others_are_handed_on_as_they_are) {
    for (const auto sql :
         {"SELECT 1", "CREATE TABLE t (a INT)", "CREATE VIEW v AS SELECT 1", "DROP TABLE t",
          "CREATE OR REPLACE TEMP TABLE t AS FROM u", "GRANT SELECT ON t TO ann", "INSERT INTO t VALUES (1)",
          "SELECT {'a': [1, 2]}['a'][1]", "SELECT $$a;b$$, E'\\';' ;", "BEGIN", "PRAGMA x",
          "INSERT INTO anonymization_view1 VALUES (1)", "SHOW \"anonymization_view\""})
        EXPECT_EQ(parsed<EngineStatement>(sql).text, sql);
}

TEST(Statement, wide_spaces_are_blanked_so_that_positions_stay) {
    EXPECT_EQ(parsed<EngineStatement>("SELECT\u00a0'\u00a0'\u3000, a").text, "SELECT  '\u00a0'   , a");
}

TEST(Statement, long_statements_are_read_in_time) {
    const auto start = std::chrono::steady_clock::now();
    std::string nested = "SELECT ";
    for (int i = 0; i < 20'000; ++i) nested += "(SELECT a FROM t PURPOSE p), ";
    EXPECT_EQ(parsed<EngineStatement>(nested + "1").tails.size(), 20'000u);
    std::string columns = "CREATE ANONYMIZATION_VIEW v ON (SELECT 1) WITH ANONYMIZATION_ID i ANONYMIZATION_QUASI_ID q";
    for (int i = 0; i < 50'000; ++i) columns += format(", q{}", i);
    EXPECT_EQ(view(columns + " K 2").quasi_identifiers.size(), 50'001u);
    EXPECT_FALSE(parse_statement(std::string(500'000, '(')).ok());
    EXPECT_EQ(split_sql(std::string(1'000'000, ';')).statements.size(), 0u);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

std::vector<std::string> texts(const SplitSql& split) {
    std::vector<std::string> texts;
    for (const auto& [words, begin] : split.statements) texts.push_back(words.text);
    return texts;
}

TEST(SplitSql, ends_statements_at_semicolons) {
    const SplitSql split = split_sql(" SELECT ';' ; ; -- a;b\nFROM t /* ; */;\n$$;$$ ; /* rest; */ ");
    EXPECT_THAT(texts(split), ElementsAre("SELECT ';'", "-- a;b\nFROM t /* ; */", "$$;$$"));
    EXPECT_EQ(split.rest, "");
}

TEST(SplitSql, the_rest_is_kept_as_it_is) {
    EXPECT_EQ(split_sql("SELECT 1; SELECT 'a\n ").rest, "SELECT 'a\n ");
    EXPECT_EQ(split_sql("SELECT 1; /* a ;").rest, "/* a ;");
    EXPECT_EQ(split_sql("SELECT 1 ").rest, "SELECT 1 ");
    EXPECT_THAT(texts(split_sql("SELECT 'a; SELECT 1;")), IsEmpty());
    EXPECT_EQ(split_sql("").rest, "");
}

TEST(SplitSql, parentheses_hold_statements_together) {
    const SplitSql split = split_sql("SELECT (1; 2); SELECT ) ; SELECT (3;");
    EXPECT_THAT(texts(split), ElementsAre("SELECT (1; 2)", "SELECT )"));
    EXPECT_EQ(split.rest, "SELECT (3;");
}

// A statement's words are those that it has when it is cut by itself.
TEST(SplitSql, hands_the_words_on) {
    const std::string text =
        " SELECT 'é' ; ; -- ä;b\nFROM \"t\" /* ; */;\n $$;\n$$ + (1; 2)\n , x;\nDROP\u00a0DGH a\n;;SELECT 1. /* rest "
        "*/ ; a";
    const SplitSql split = split_sql(text);
    ASSERT_EQ(split.statements.size(), 5u);
    for (const auto& [words, begin] : split.statements) {
        SCOPED_TRACE(words.text);
        EXPECT_EQ(text.substr(begin, words.text.size()), words.text);
        SqlWords alone{words.text, {}};
        ASSERT_TRUE(alone.cut().ok());
        ASSERT_EQ(words.tokens.size(), alone.tokens.size());
        for (std::size_t i = 0; i < words.tokens.size(); ++i) {
            const SqlToken &a = words.tokens[i], &b = alone.tokens[i];
            EXPECT_EQ(std::tie(a.kind, a.begin, a.end, a.text), std::tie(b.kind, b.begin, b.end, b.text));
            EXPECT_EQ(to_string(a.place), to_string(b.place));
        }
    }
    EXPECT_EQ(split.rest, "a");
}

}  // namespace statement_test
}  // namespace scrim::views
