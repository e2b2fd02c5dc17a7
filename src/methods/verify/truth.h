// Truthfulness: every record of a release stands for a record of the original, each for another one.
//
// Of a generalized release: records can be paired with different originals that lie in their printed spans and agree on
// all other columns. Decided exactly, as a flow from released to original rows inside each group of equal other values;
// where no original fits two classes, by counting.
#pragma once

#include "kernel/core/tuples.h"
#include "methods/verify/printed_spans.h"
#include "scrim/result.h"

#include <string>
#include <vector>

namespace scrim::verifier {

struct Truth {
    enum class Outcome { holds, fails, undecided };
    Outcome outcome = Outcome::holds;
    std::string detail;
};

// Both tables have the same columns, the last ones those of `printed`, in that order; `printed` is over the original's
// values. `most` limits the pairs of records and classes that are held in memory.
Result<Truth> check_generalized(const Tuples& released, const Tuples& original,
                                const std::vector<PrintedColumn>& printed, std::size_t most, Progress& progress);

// Of a release with groups: `rows` are its records with their group last, `values` are (group, sensitive value), and
// the original's columns are those of `rows` with the sensitive one in place of the group. Rows and values must be
// among the original's, and each group's values must fit its rows. That is all there is to check as long as equal rows
// stand in one group; what equal rows of several groups have in common is taken for each group by itself.
Result<Truth> check_grouped(const Tuples& rows, const Tuples& values, const Tuples& original, Progress& progress);

}  // namespace scrim::verifier
