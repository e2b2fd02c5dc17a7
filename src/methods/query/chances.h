// Values that became others by known chances: what a column's cells tell about the original's values.
//
// Where value i became value j with chance P[i][j], the function g with P g = f has the mean f(i) over what a record of
// value i is printed as: the sum of g over the printed cells estimates the sum of f over the original without bias
// (Warner, Randomized response, 1965; Kooiman, Willenborg, Gouweleeuw, PRAM, 1997).
#pragma once

#include "methods/query/meaning.h"

#include <vector>

namespace scrim::querying {

// The column over the values that the original may have, each an atom. Refuses a printed value that is none of them.
Result<Meaning> meaning_by_chances(const ReleasedColumn& column);

// From functions of the original's values to functions of the printed ones.
class Unmixer {
public:
    // `meaning` is that of the column. Refuses chances that tell nothing: whose matrix has no inverse.
    static Result<Unmixer> of(const ReleasedColumn& column, const Meaning& meaning);

    // g for f; both by atom.
    std::vector<double> unmixed(const std::vector<double>& f) const;

private:
    double retention_ = 1;                      // without a matrix, …
    std::vector<double> drawn_;                 // … and how likely each is drawn
    std::vector<std::vector<double>> inverse_;  // by atom; empty with retention
};

}  // namespace scrim::querying
