// Tables from PostgreSQL: "postgres://user@host/db?table=schema.name", or `?query=` with one SELECT.
//
//   SCRIM_TRY(std::unique_ptr<TableSource> source, open_source({.path = "postgres://db.org/clinic?table=visits"}));
//
// One transaction that changes nothing reads all columns, so that they are one state. What comes out is what the same
// table in a Parquet file gives: the same domains, the same codes, the same refusals. Two differences: an instant is
// read in UTC, as everywhere, and the blanks at the end of a char(n) mean nothing, as PostgreSQL compares it.
//
// Different rows are grouped by the server where memory is limited or statistics say that they are few.
#pragma once

#include "adapters/libpq/snapshot.h"
#include "kernel/core/source.h"
#include "scrim/input.h"
#include "scrim/result.h"

#include <memory>
#include <string>

namespace scrim::libpq {

Result<std::unique_ptr<TableSource>> open_source(const TableInput& input);

// A table of ours, read back in the transaction that wrote it. `input` says what its columns mean.
Result<std::unique_ptr<TableSource>> open_table(std::shared_ptr<Snapshot> snapshot, const std::string& schema,
                                                const std::string& table, const TableInput& input);

}  // namespace scrim::libpq
