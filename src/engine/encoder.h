// The encoder: the rows of a query as a dictionary-encoded Table, in the order in which they come.
//
// DuckDB's chunks go through a pipeline: one thread fetches, the others look each cell up in dictionaries of their own,
// without making a string of it. When all has been read, domain_builder.h unites the dictionaries column by column and
// segment.h turns local codes into final ones.
#pragma once

#include "core/table.h"
#include "scrim/progress.h"
#include "scrim/result.h"

#include <span>
#include <string>

namespace duckdb {
struct LogicalType;
}

namespace scrim {

class Database;

// Whether the encoder takes values of this type as they are; others are to be cast to VARCHAR.
bool encodes_natively(const duckdb::LogicalType& type);

// The rows of `sql`, whose columns are called `names`. Stops soon after progress.cancelled() says so.
Result<Table> encode(Database& database, const std::string& sql, std::span<const std::string> names,
                     Progress& progress);

}  // namespace scrim
