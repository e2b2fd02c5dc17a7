// SqlOutput: what statements give, written for people (table) or programs (csv, json). One serves any number of
// statements, one after the other; call finish() after each.
//
//   const auto output = make_output(SqlFormat::json, out, err);
//   const Result<void> done = session.run("SELECT 1 AS a", *output, progress);
//   output->finish(done.ok());                                             // {"schema": …, "rows": [[1]], …}
//
// Rows flow: of a long result no more is held than what decides the widths of a table's columns. Once `out` cannot be
// written no more rows are wanted.
#pragma once

#include "scrim/sql.h"

#include <iosfwd>
#include <memory>

namespace scrim::cli {

enum class SqlFormat { table, csv, json };

class SqlOutput : public SqlSink {
public:
    // The statement has ended; not `complete` when in an error, after which rows may be missing.
    virtual void finish(bool complete) = 0;
};

// With csv, `out` gets nothing but rows, and messages go to `err`.
std::unique_ptr<SqlOutput> make_output(SqlFormat format, std::ostream& out, std::ostream& err);

}  // namespace scrim::cli
