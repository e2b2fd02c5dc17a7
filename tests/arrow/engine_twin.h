// The engine beside us: it makes Arrow arrays and Parquet files of one query, and reads our arrays.
#pragma once

#include "scrim/arrow_abi.h"
#include "tests/engine/scratch.h"

#include <string>
#include <vector>

namespace scrim::testing {

// The rows of a query as the engine's own Arrow arrays.
Frame engine_frame(const std::string& sql);
// The rows of `sql` over the stream as a table named `ours`, read by the engine; every cell as text.
std::vector<Row> rows_by_engine(ArrowArrayStream* stream, const std::string& sql);

// Whether two tables have the same domains and codes.
::testing::AssertionResult same_table(const Table& a, const Table& b);

}  // namespace scrim::testing
