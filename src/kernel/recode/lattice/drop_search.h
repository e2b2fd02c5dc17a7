// Which classes to leave out, where leaving some out changes the distribution that the others are compared with.
//
// What is kept must hold against itself, so dropping every class that fails is neither needed nor always enough:
// without one of them the others may hold. The search drops classes one after the other, keeps what holds, and never
// looks further than needed: a set of classes that holds is not made smaller. It ends at a number of steps that depends
// on the size of the table; small tables are searched to the end.
#pragma once

#include "kernel/recode/recoding.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace scrim::recode::lattice {

struct Drops {
    std::optional<Recoding> kept;  // the best found; nothing where none was
    bool searched = true;          // to the end: no set of classes is better
};

// Does the problem need it? Otherwise suppress_failing() says all there is to say.
bool needs_drop_search(const Problem& problem, std::uint64_t limit);

// The best by the problem's metric of the sets of classes that hold and leave out at most `limit` records, none of
// which could keep a class more. With a metric that is a mean over cells, sets that lose more than `beat` are not
// looked at.
Drops drop_search(const Problem& problem, const Recoding& node, std::uint64_t limit,
                  double beat = std::numeric_limits<double>::infinity());

}  // namespace scrim::recode::lattice
