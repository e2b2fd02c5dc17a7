// A table in several Parquet files of one folder, as engines such as Spark write it.
//
// Files whose names begin with '_' or '.' are the writer's notes. Anything else that is no Parquet file is refused, and
// so are folders inside: a table that is divided by folders (year=2020/…) keeps values in their names, and one with a
// log (Delta, Iceberg) has files that no longer count.
#pragma once

#include "scrim/result.h"

#include <string>
#include <vector>

namespace scrim::engine {

class Database;

// In the order of their names; at least one.
Result<std::vector<std::string>> parquet_files(const std::string& folder);
// Refuses files whose columns have other names or types than those of the first: they would be left out or rounded.
// `patterns`: the files as SQL.
Result<void> check_same_columns(Database& database, const std::string& patterns);

}  // namespace scrim::engine
