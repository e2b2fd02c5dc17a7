// What the library needs of an engine: tables in files and databases. Defined twice, and linked once: files.cc is
// DuckDB's, and no_files refuses, for libscrim-core.so, which has no engine.
#pragma once

#include "kernel/core/readers.h"
#include "kernel/core/source.h"
#include "scrim/input.h"

#include <memory>
#include <string>

namespace scrim::library {

Result<std::unique_ptr<TableSource>> open_file(const TableInput& input);
Result<void> write_table(const Table& table, const std::string& path, Readers readers);
Result<void> write_tuples(const Tuples& tuples, const std::string& path);
// "DuckDB v1.5.6"
std::string engine_name();

}  // namespace scrim::library
