// to_sql() prints what parse_statement() reads.
#include "methods/views/language/definition.h"
#include "methods/views/language/statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::views {
namespace definition_sql_test {

using testing::HasSubstr;
using testing::Not;

std::string field(const std::vector<GeneralizedColumn>& columns) {
    std::string out;
    for (const auto& column : columns) out += "<" + column.column + "|" + column.dgh + ">";
    return out;
}

void expect_same(const ViewDefinition& a, const ViewDefinition& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.materialized, b.materialized);
    EXPECT_EQ(a.query, b.query);
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(field(a.quasi_identifiers), field(b.quasi_identifiers));
    EXPECT_EQ(field(a.sensitive), field(b.sensitive));
    EXPECT_EQ(a.profile.column, b.profile.column);
    EXPECT_EQ(a.profile.table, b.profile.table);
    EXPECT_EQ(a.profile.k_column, b.profile.k_column);
    EXPECT_EQ(a.profile.level_column, b.profile.level_column);
    EXPECT_EQ(a.profile.key, b.profile.key);
    EXPECT_EQ(a.k, b.k);
    EXPECT_EQ(a.level, b.level);
    EXPECT_EQ(a.recoder, b.recoder);
    EXPECT_EQ(a.block, b.block);
    ASSERT_EQ(a.require.size(), b.require.size());
    for (std::size_t i = 0; i < a.require.size(); ++i) EXPECT_EQ(to_string(a.require[i]), to_string(b.require[i]));
    ASSERT_EQ(a.disclose.size(), b.disclose.size());
    for (std::size_t i = 0; i < a.disclose.size(); ++i) {
        EXPECT_EQ(a.disclose[i].column, b.disclose[i].column);
        EXPECT_EQ(a.disclose[i].choice, b.disclose[i].choice);
    }
    ASSERT_EQ(a.retain.size(), b.retain.size());
    for (std::size_t i = 0; i < a.retain.size(); ++i) {
        EXPECT_EQ(a.retain[i].column, b.retain[i].column);
        EXPECT_EQ(a.retain[i].until, b.retain[i].until);
        EXPECT_EQ(a.retain[i].period, b.retain[i].period);
        EXPECT_EQ(a.retain[i].since, b.retain[i].since);
    }
    EXPECT_EQ(a.policy, b.policy);
    EXPECT_EQ(a.missing_profile, b.missing_profile);
    EXPECT_EQ(a.unknown_value, b.unknown_value);
}

void expect_round_trip(const ViewDefinition& definition) {
    const std::string sql = to_sql(definition);
    const auto statement = parse_statement(sql);
    ASSERT_TRUE(statement.ok()) << sql << "\n" << statement.error().message;
    ASSERT_TRUE(std::holds_alternative<CreateView>(*statement)) << sql;
    const CreateView& create = std::get<CreateView>(*statement);
    EXPECT_FALSE(create.or_replace || create.if_not_exists);
    expect_same(create.definition, definition);
    EXPECT_EQ(to_sql(create.definition), sql);
}

ViewDefinition smallest() {
    ViewDefinition definition;
    definition.name = "v";
    definition.query = "SELECT 1";
    definition.id = "i";
    definition.quasi_identifiers = {{"q", ""}};
    definition.k = 2;
    return definition;
}

ViewDefinition largest() {
    ViewDefinition definition = smallest();
    definition.materialized = true;
    definition.query = "SELECT name, ')' FROM a -- (\n WHERE purpose = 'x' AND \"b\" IN (1, 2)";
    definition.quasi_identifiers = {{"birth", "birth_dgh"}, {"zipcode", ""}};
    definition.sensitive = {{"disease", "disease_dgh"}, {"drug", ""}};
    definition.k = 0;
    definition.profile = {"choice", "main.\"patient choices\"", "k", "sa_level", "person"};
    definition.recoder = "extended_datafly";
    definition.block = 1024;
    definition.require = {*parse_requirement("t_closeness_equal(t=0.2)"),
                          *parse_requirement("k_anonymity(k=5, qid=[[birth, zipcode], [birth]])")};
    definition.disclose = {{"birth", "birth_op"}, {"zipcode", "zip_op"}};
    definition.retain = {{"disease", "disease_until", "", ""}, {"birth", "", "2 years", "admitted"}};
    definition.policy = "hospital";
    definition.missing_profile = ViewDefinition::MissingProfile::refuse;
    definition.unknown_value = ViewDefinition::UnknownValue::top;
    return definition;
}

TEST(DefinitionSql, the_smallest) {
    expect_round_trip(smallest());
    EXPECT_EQ(to_sql(smallest()),
              "CREATE ANONYMIZATION_VIEW \"v\"\n  ON (SELECT 1)\n  WITH ANONYMIZATION_ID \"i\"\n"
              "  ANONYMIZATION_QUASI_ID (\"q\")\n  K 2");
}

TEST(DefinitionSql, the_largest) { expect_round_trip(largest()); }

TEST(DefinitionSql, defaults_are_not_printed) {
    for (const auto word : {"RECODE", "REQUIRE", "MISSING", "UNKNOWN", "LEVEL", "SENSITIVE", "MATERIALIZED", "KEY"})
        EXPECT_THAT(to_sql(smallest()), Not(HasSubstr(word)));
}

TEST(DefinitionSql, each_part_alone) {
    ViewDefinition level = smallest();
    level.level = 3;
    expect_round_trip(level);
    ViewDefinition block = smallest();
    block.block = 18'446'744'073'709'551'615u;
    expect_round_trip(block);
    ViewDefinition recoder = smallest();
    recoder.recoder = "extended_datafly";
    expect_round_trip(recoder);
    ViewDefinition profile = smallest();
    profile.k = 0;
    profile.profile = {"c", "t", "k", "", ""};
    expect_round_trip(profile);
    ViewDefinition retain = smallest();
    retain.retain = {{"q", "", "1 day", "d"}};
    expect_round_trip(retain);
}

TEST(DefinitionSql, any_name_is_a_name) {
    for (const std::string name :
         {"SELECT", "K", "from", "a\"b", "a b", "ANONYMIZATION_QUASI_ID", "ü", "-- x", "'", "1", "a\nb", "/*", "$$"}) {
        ViewDefinition definition = largest();
        definition.name = definition.policy = name;
        definition.id = name;
        definition.quasi_identifiers = {{name + "1", name}};
        definition.sensitive = {{name + "2", name}};
        definition.profile.column = definition.profile.k_column = definition.profile.level_column = name;
        definition.profile.key = name;
        definition.disclose = {{name, name}};
        definition.retain = {{name, name, "", ""}, {name + "3", "", "it's " + name, name}};
        expect_round_trip(definition);
    }
}

TEST(DefinitionSql, values_of_requirements_are_quoted_where_sql_needs_it) {
    for (const std::string value : {"a--b", "/*", "$$", ";", "it's", "{", "a b", "ü", "\"", "x"}) {
        ViewDefinition definition = smallest();
        definition.require = {{"k_anonymity", {{"k", {{"5"}}}, {"qid", {{value, "b"}, {"c"}}}}}};
        expect_round_trip(definition);
    }
}

}  // namespace definition_sql_test
}  // namespace scrim::views
