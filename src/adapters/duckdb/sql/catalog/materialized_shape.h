// What a materialized view is made of, as far as it decides how a change of tables reaches it.
#pragma once

#include "adapters/duckdb/sql/catalog/view_catalog.h"

#include <duckdb.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scrim::sql {

struct TableName {
    std::string database, schema, name;
};

struct MaterializedShape {
    std::vector<TableName> tables;  // named by its query and its profile
    bool opaque = false;            // it names something that is not a table: any change may reach it

    // Where the query is SELECT … FROM table [WHERE …], its rows can be told from the changed rows of the table alone.
    std::optional<TableName> table;  // nothing where it is not so simple
    std::vector<std::string> items;  // SQL over the table: columns_of_records()
    std::string where;               // SQL, "" for none
    std::string id_column;           // the table's column that the identifier is, "" when it is computed

    bool reached_by(const TableName& changed) const;
};

// What the groups depend on: identifier, quasi-identifiers, the profile column if it is none of these.
std::vector<std::string> columns_of_records(const views::ViewDefinition& view);

bool same_table(const TableName& a, const TableName& b);

MaterializedShape shape_of_view(duckdb::Connection& connection, const ViewEntry& entry);

}  // namespace scrim::sql
