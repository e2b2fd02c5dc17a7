// The files of a database that holds personal data: readable and writable by whoever runs the program, by nobody else,
// from their first byte and whatever the umask is. It holds for the database, its write-ahead log, what is spilled to
// disk and what COPY writes.
//
// A file that is there already keeps its permissions: its owner has chosen them.
#pragma once

#include "adapters/duckdb/sql/door/file_claim.h"

#include <duckdb.hpp>

#include <vector>

namespace scrim::sql {

// Files that are written are claimed (file_claim.h) until the file system is gone; `claims` were taken before.
duckdb::unique_ptr<duckdb::FileSystem> make_private_file_system(std::vector<FileClaim> claims);

}  // namespace scrim::sql
