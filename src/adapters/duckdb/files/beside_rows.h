// What a table's file holds besides its rows: notes in a compressed file's header, frames that readers skip, Parquet's
// keys and values, bytes that nothing points to. Readers never show it, so that anything can leave the house in it.
#pragma once

#include "adapters/duckdb/files/relation.h"

namespace scrim::engine {

// "" for nothing. Only what Scrim can write is looked into: CSV, JSON, Parquet, plain or compressed.
Result<std::string> beside_rows(const Relation& relation);

}  // namespace scrim::engine
