// As written: whether a file is what the sink makes of its rows, byte for byte where it is text.
//
// Numbers can be spelled, texts quoted and escaped in several ways, and values be typed as text; each choice could mark
// a record. Text files are compared with what would be written. Of Parquet only the columns' types are: the rest, down
// to how pages are packed, is the writer's affair.
#pragma once

#include "adapters/duckdb/files/relation.h"
#include "kernel/core/table.h"
#include "scrim/result.h"

#include <string>

namespace scrim::engine {

// Where the file differs from what would be written for `rows`, which are all of its columns in their order; "" when it
// does not.
Result<std::string> why_not_as_written(const Relation& relation, const Table& rows, const Progress& progress);

}  // namespace scrim::engine
