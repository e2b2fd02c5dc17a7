// ViewCatalog: what the database knows of anonymization views: their definitions, the DGHs, policies and grants. It is
// kept in tables of the schema "scrim" of the database itself, so that it is as transactional and durable as the data.
#pragma once

#include "methods/views/language/definition.h"
#include "methods/views/policy/privacy_policy.h"
#include "methods/views/recoding/attribute.h"

#include <duckdb.hpp>

#include <map>
#include <string>
#include <vector>

namespace scrim::sql {

struct ViewEntry {
    views::ViewDefinition definition;
    std::string schema;    // in which its query's tables are found
    std::string database;  // the same, as the file is called now
};

struct GrantEntry {
    std::string view, grantee, purpose, recipient;
};

// Names are compared without regard to letter case, as SQL does.
struct ByName {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const;
};
bool same_sql_name(std::string_view a, std::string_view b);

struct ViewCatalog {
    std::map<std::string, ViewEntry, ByName> views;
    std::map<std::string, views::DghEdges, ByName> dghs;
    std::map<std::string, views::PrivacyPolicy, ByName> policies;
    std::vector<GrantEntry> grants;

    // As the connection's transaction sees it. Empty where there is none yet. Throws DuckDB's exceptions, as all here.
    static ViewCatalog load(duckdb::Connection& connection);

    std::vector<std::string> view_names() const;
};

// Makes the tables where they are not there yet.
void make_catalog(duckdb::Connection& connection);

void store_dgh(duckdb::Connection& connection, const std::string& name);
void store_edges(duckdb::Connection& connection, const std::string& name, const views::DghEdges& edges);
void remove_dgh(duckdb::Connection& connection, const std::string& name);
void store_view(duckdb::Connection& connection, const ViewEntry& entry);
void remove_view(duckdb::Connection& connection, const std::string& name);  // with its grants
void store_policy(duckdb::Connection& connection, const views::PrivacyPolicy& policy);
void remove_policy(duckdb::Connection& connection, const std::string& name);
void store_grant(duckdb::Connection& connection, const GrantEntry& grant);
void remove_grant(duckdb::Connection& connection, const GrantEntry& grant);

// The rows of a statement of ours. Throws when it fails.
duckdb::unique_ptr<duckdb::MaterializedQueryResult> run_sql(duckdb::Connection& connection, const std::string& sql);
duckdb::unique_ptr<duckdb::MaterializedQueryResult> run_sql(duckdb::Connection& connection,
                                                            duckdb::unique_ptr<duckdb::SQLStatement> statement);

}  // namespace scrim::sql
