// Margins: how many groups of a bucket can be kept away from a question's rectangle.
//
// A record outside the rectangle lies in one margin or in several: below it or above it in some dimension. A group is
// surely outside when all its records lie in one margin. How many such groups can be made at once? y(i) groups in
// margin i are possible exactly when, for every set S of margins, the y of S together are at most the records of each
// value in the union of S (Hall's theorem, value by value). The paper fills one margin after the other and takes
// whichever records come; that the best choice of records is possible follows from these inequalities, without choosing
// any.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::statdb {

// counts[v][p]: records of value v in exactly the margins of the bits of p (p > 0); there are 2^margins patterns.
// The most groups, each within one margin, that are found; optimal whenever `bound` says as much.
struct OutsideGroups {
    std::uint32_t found = 0;
    std::uint32_t bound = 0;                // more are impossible
    std::vector<std::uint32_t> per_margin;  // that sum up to `found`
};
OutsideGroups groups_outside(std::span<const std::vector<std::uint32_t>> counts, unsigned margins);

}  // namespace scrim::statdb
