// A table of a release, read once, whose form tells nothing: every value is spelled in one way only, and the rows are
// sorted. Otherwise spelling and order could mark records, though every number in the certificate is right.
//
// Rows are sorted by the first column, then the second, …: numbers and dates by value, text by its bytes, a missing
// value last.
#pragma once

#include "kernel/core/source.h"
#include "methods/verify/ledger.h"

#include <memory>
#include <string>

namespace scrim::verifier {

// Checks that, and returns a source that answers from memory; null, and a claim that fails, when the data cannot be
// read. `name` is the file's.
Result<std::unique_ptr<TableSource>> read_plain_table(std::unique_ptr<TableSource> source, const std::string& name,
                                                      Progress& progress, Ledger& ledger);

}  // namespace scrim::verifier
