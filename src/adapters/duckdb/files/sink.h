// Tables to files: CSV, Parquet or JSON, by the file's extension; .gz and .zst after .csv and .json compress.
//
// CSV shows each value's label, and NULL as an empty cell. Parquet and JSON are typed: numbers are numbers (exact:
// integers or decimals), dates are dates, NULL is null. The file appears whole or not at all.
#pragma once

#include "kernel/core/readers.h"
#include "kernel/core/tuples.h"
#include "scrim/result.h"

#include <string>

namespace scrim::engine {

Result<void> write_table(const Table& table, const std::string& path, Readers readers = Readers::as_usual);
// The rows of `tuples`, each as often as it occurs, in their order. They are never in memory together.
Result<void> write_tuples(const Tuples& tuples, const std::string& path);

}  // namespace scrim::engine
