// Relation: the table, view or query that an address means, with its columns, as the server describes them.
#pragma once

#include "adapters/libpq/cells/cell_type.h"
#include "adapters/libpq/connection.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::libpq {

struct RelationColumn {
    std::string name;
    std::optional<CellType> type;  // nothing for one that cannot be read
    std::string type_name;         // as PostgreSQL calls it
    bool collated = false;         // texts that may be equal by a rule of their own
};

struct Relation {
    std::string name;           // what messages call it
    std::string schema, table;  // empty for a query
    std::string from;           // for SQL
    std::uint64_t rows = 0;     // as the server estimates; 0 where it does not
    std::vector<RelationColumn> columns = {};
};

// Within a transaction. Refuses a table of whose rows the role sees only some, by row-level security.
Result<Relation> find_relation(Connection& connection, const Address& address);
// The table with just this name.
Result<Relation> table_relation(Connection& connection, const std::string& schema, const std::string& table);

}  // namespace scrim::libpq
