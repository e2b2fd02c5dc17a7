// Which column a name in a query means: the one written exactly so, else the only one that differs in case.
#pragma once

#include "methods/statdb/query/syntax.h"
#include "methods/statdb/schema.h"

namespace scrim::statdb::query {

struct QueryColumn {
    const hierarchy::Attribute* column = nullptr;  // of the schema
    bool sensitive = false;
    std::size_t index = 0;  // of the quasi-identifiers

    const std::string& name() const { return column->name; }
    const Domain& domain() const { return column->domain(); }
};

Result<QueryColumn> find_column(const NameSyntax& name, const StatSchema& schema);

}  // namespace scrim::statdb::query
