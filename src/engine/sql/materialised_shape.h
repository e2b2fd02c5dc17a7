// What a materialised view is made of, as far as it decides how a change of tables reaches it.
#pragma once

#include "engine/sql/view_catalog.h"

#include <duckdb.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scrim {

struct TableName {
    std::string database, schema, name;
};

struct MaterialisedShape {
    std::vector<TableName> tables;  // named by its query and its profile
    bool opaque = false;            // it names something that is not a table: any change may reach it

    // Where the query is SELECT … FROM table [WHERE …], its rows can be told from the changed rows of the table alone.
    std::optional<TableName> table;  // nothing where it is not so simple
    std::vector<std::string> items;  // SQL over the table: identifier, quasi-identifiers, the profile column if any
    std::string where;               // SQL, "" for none
    std::string id_column;           // the table's column that the identifier is, "" when it is computed

    bool reached_by(const TableName& changed) const;
};

bool same_table(const TableName& a, const TableName& b);

MaterialisedShape shape_of_view(duckdb::Connection& connection, const ViewEntry& entry);

}  // namespace scrim
