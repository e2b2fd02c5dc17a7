// A file from its beginning, decompressed if its name says that it is compressed.
//
// The one file of this room that needs DuckDB's C++ API: the files of its C API are not decompressed.
#pragma once

#include "adapters/duckdb/files/compressed_file.h"

#include <duckdb.h>

#include <string>

namespace scrim::engine {

// The engine of the connection must live as long as the reader. Both throw ErrorOnItsWay.
ReadDecompressed decompressed_file(duckdb_connection connection, const std::string& path);

}  // namespace scrim::engine
