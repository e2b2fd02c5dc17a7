#include "adapters/duckdb/sql/catalog/view_catalog.h"

#include "adapters/duckdb/files/sql_text.h"
#include "kernel/core/text.h"
#include "methods/views/language/statement.h"

#include <duckdb/common/string_util.hpp>

#include <algorithm>

namespace scrim::sql {
namespace {

std::string text_at(duckdb::MaterializedQueryResult& rows, std::size_t column, std::size_t row) {
    const duckdb::Value value = rows.GetValue(column, row);
    return value.IsNull() ? std::string() : value.ToString();
}

views::PolicyRule::Choice choice_of(std::string_view name) {
    if (name == "opt_in") return views::PolicyRule::Choice::opt_in;
    return name == "opt_out" ? views::PolicyRule::Choice::opt_out : views::PolicyRule::Choice::always;
}

bool there_is_a_catalog(duckdb::Connection& connection) {
    return run_sql(connection, "SELECT 1 FROM duckdb_schemas() WHERE schema_name = 'scrim' AND NOT internal")
               ->RowCount() > 0;
}

// "WHERE lower(column) = lower('name')"
std::string where_name(std::string_view column, const std::string& name) {
    return format(" WHERE lower({}) = lower({})", column, engine::sql_text(name));
}

}  // namespace

bool ByName::operator()(std::string_view a, std::string_view b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return duckdb::StringUtil::CharacterToLower(x) < duckdb::StringUtil::CharacterToLower(y);
    });
}

bool same_sql_name(std::string_view a, std::string_view b) {
    const ByName less;
    return !less(a, b) && !less(b, a);
}

duckdb::unique_ptr<duckdb::MaterializedQueryResult> run_sql(duckdb::Connection& connection, const std::string& sql) {
    auto result = connection.Query(sql);
    if (result->HasError()) result->ThrowError();
    return result;
}

duckdb::unique_ptr<duckdb::MaterializedQueryResult> run_sql(duckdb::Connection& connection,
                                                            duckdb::unique_ptr<duckdb::SQLStatement> statement) {
    auto result = connection.Query(std::move(statement));
    if (result->HasError()) result->ThrowError();
    return duckdb::unique_ptr_cast<duckdb::QueryResult, duckdb::MaterializedQueryResult>(std::move(result));
}

std::vector<std::string> ViewCatalog::view_names() const {
    std::vector<std::string> names;
    for (const auto& [name, entry] : views) names.push_back(name);
    return names;
}

void make_catalog(duckdb::Connection& connection) {
    if (there_is_a_catalog(connection)) return;
    run_sql(connection, "CREATE SCHEMA scrim");
    run_sql(connection,
            "CREATE SCHEMA IF NOT EXISTS scrim_analyst");  // empty: what an analyst's session finds by itself
    run_sql(connection, "CREATE TABLE scrim.dghs(name VARCHAR)");
    run_sql(connection, "CREATE TABLE scrim.dgh_edges(dgh VARCHAR, position BIGINT, child VARCHAR, parent VARCHAR)");
    run_sql(connection, "CREATE TABLE scrim.views(name VARCHAR, definition VARCHAR, found_in VARCHAR)");
    run_sql(connection, "CREATE TABLE scrim.policies(name VARCHAR, since VARCHAR)");
    run_sql(connection,
            "CREATE TABLE scrim.policy_rules(policy VARCHAR, purpose VARCHAR, recipient VARCHAR, attribute VARCHAR, "
            "choice VARCHAR, retention VARCHAR)");
    run_sql(connection, "CREATE TABLE scrim.editions(number BIGINT, view VARCHAR, purpose VARCHAR, recipient VARCHAR)");
    run_sql(connection,
            "CREATE TABLE scrim.edition_groups(edition BIGINT, position BIGINT, grp UINTEGER, box VARCHAR[])");
    run_sql(
        connection,
        "CREATE TABLE scrim.edition_members(edition BIGINT, position BIGINT, id VARCHAR, grp UINTEGER, k UINTEGER)");
    run_sql(connection, "CREATE TABLE scrim.grants(view VARCHAR, grantee VARCHAR, purpose VARCHAR, recipient VARCHAR)");
}

ViewCatalog ViewCatalog::load(duckdb::Connection& connection) {
    ViewCatalog catalog;
    if (!there_is_a_catalog(connection)) return catalog;
    const std::string database = run_sql(connection, "SELECT current_database()")->GetValue(0, 0).ToString();
    auto rows = run_sql(connection, "SELECT name FROM scrim.dghs");
    for (std::size_t i = 0; i < rows->RowCount(); ++i) catalog.dghs[text_at(*rows, 0, i)];
    rows = run_sql(connection, "SELECT dgh, child, parent FROM scrim.dgh_edges ORDER BY dgh, position");
    for (std::size_t i = 0; i < rows->RowCount(); ++i)
        catalog.dghs[text_at(*rows, 0, i)].emplace_back(text_at(*rows, 1, i), text_at(*rows, 2, i));
    rows = run_sql(connection, "SELECT definition, found_in FROM scrim.views");
    for (std::size_t i = 0; i < rows->RowCount(); ++i) {
        const auto statement = views::parse_statement(text_at(*rows, 0, i));
        const auto* view = statement ? std::get_if<views::CreateView>(&*statement) : nullptr;
        if (view == nullptr) throw duckdb::FatalException("the catalog of anonymization views is damaged");
        catalog.views[view->definition.name] = {view->definition, text_at(*rows, 1, i), database};
    }
    rows = run_sql(connection, "SELECT name, since FROM scrim.policies");
    for (std::size_t i = 0; i < rows->RowCount(); ++i)
        catalog.policies[text_at(*rows, 0, i)] = {text_at(*rows, 0, i), text_at(*rows, 1, i), {}};
    rows =
        run_sql(connection, "SELECT policy, purpose, recipient, attribute, choice, retention FROM scrim.policy_rules");
    for (std::size_t i = 0; i < rows->RowCount(); ++i)
        catalog.policies[text_at(*rows, 0, i)].rules.push_back({text_at(*rows, 1, i), text_at(*rows, 2, i),
                                                                text_at(*rows, 3, i), choice_of(text_at(*rows, 4, i)),
                                                                text_at(*rows, 5, i)});
    rows = run_sql(connection, "SELECT view, grantee, purpose, recipient FROM scrim.grants ORDER BY ALL");
    for (std::size_t i = 0; i < rows->RowCount(); ++i)
        catalog.grants.push_back(
            {text_at(*rows, 0, i), text_at(*rows, 1, i), text_at(*rows, 2, i), text_at(*rows, 3, i)});
    return catalog;
}

void store_dgh(duckdb::Connection& connection, const std::string& name) {
    run_sql(connection, format("INSERT INTO scrim.dghs VALUES ({})", engine::sql_text(name)));
}

void store_edges(duckdb::Connection& connection, const std::string& name, const views::DghEdges& edges) {
    auto last = run_sql(connection, "SELECT coalesce(max(position), 0) FROM scrim.dgh_edges" + where_name("dgh", name));
    auto position = last->GetValue(0, 0).GetValue<std::int64_t>();
    duckdb::Appender appender(connection, "scrim", "dgh_edges");
    for (const auto& [child, parent] : edges)
        appender.AppendRow(duckdb::Value(name), duckdb::Value::BIGINT(++position), duckdb::Value(child),
                           duckdb::Value(parent));
    appender.Close();
}

void remove_dgh(duckdb::Connection& connection, const std::string& name) {
    run_sql(connection, "DELETE FROM scrim.dgh_edges" + where_name("dgh", name));
    run_sql(connection, "DELETE FROM scrim.dghs" + where_name("name", name));
}

void store_view(duckdb::Connection& connection, const ViewEntry& entry) {
    run_sql(connection, format("INSERT INTO scrim.views VALUES ({}, {}, {})", engine::sql_text(entry.definition.name),
                               engine::sql_text(views::to_sql(entry.definition)), engine::sql_text(entry.schema)));
}

void remove_view(duckdb::Connection& connection, const std::string& name) {
    run_sql(connection, "DELETE FROM scrim.grants" + where_name("view", name));
    run_sql(connection, "DELETE FROM scrim.views" + where_name("name", name));
}

void store_policy(duckdb::Connection& connection, const views::PrivacyPolicy& policy) {
    run_sql(connection, format("INSERT INTO scrim.policies VALUES ({}, {})", engine::sql_text(policy.name),
                               engine::sql_text(policy.since)));
    for (const views::PolicyRule& rule : policy.rules)
        run_sql(
            connection,
            format("INSERT INTO scrim.policy_rules VALUES ({}, {}, {}, {}, {}, {})", engine::sql_text(policy.name),
                   engine::sql_text(rule.purpose), engine::sql_text(rule.recipient), engine::sql_text(rule.attribute),
                   engine::sql_text(views::choice_name(rule.choice)), engine::sql_text(rule.retention)));
}

void remove_policy(duckdb::Connection& connection, const std::string& name) {
    run_sql(connection, "DELETE FROM scrim.policy_rules" + where_name("policy", name));
    run_sql(connection, "DELETE FROM scrim.policies" + where_name("name", name));
}

void store_grant(duckdb::Connection& connection, const GrantEntry& grant) {
    remove_grant(connection, grant);
    run_sql(connection, format("INSERT INTO scrim.grants VALUES ({}, {}, {}, {})", engine::sql_text(grant.view),
                               engine::sql_text(grant.grantee), engine::sql_text(grant.purpose),
                               engine::sql_text(grant.recipient)));
}

void remove_grant(duckdb::Connection& connection, const GrantEntry& grant) {
    run_sql(connection,
            "DELETE FROM scrim.grants" + where_name("view", grant.view) +
                format(" AND lower(grantee) = lower({}) AND lower(purpose) = lower({}) AND lower(recipient) = "
                       "lower({})",
                       engine::sql_text(grant.grantee), engine::sql_text(grant.purpose),
                       engine::sql_text(grant.recipient)));
}

}  // namespace scrim::sql
