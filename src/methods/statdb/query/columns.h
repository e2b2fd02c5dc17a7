// Which column a name in a query means: the one written exactly so, else the only one that differs in case.
#pragma once

#include "methods/statdb/query/askable.h"
#include "methods/statdb/query/syntax.h"

namespace scrim::statdb::query {

struct QueryColumn {
    const hierarchy::Attribute* column = nullptr;  // of those
    bool sensitive = false;
    std::size_t index = 0;  // of the columns of rows

    const std::string& name() const { return column->name; }
    const Domain& domain() const { return column->domain(); }
};

Result<QueryColumn> find_column(const NameSyntax& name, const AskableColumns& askable);

}  // namespace scrim::statdb::query
