// The outlines of hierarchies in a release: they hold what its labels need, and nothing else.
#pragma once

#include "methods/verify/released_data.h"

#include <string>

namespace scrim::verifier {

// Reads which labels are printed, and compares. A value that no label shows would tell who is in the original.
Result<void> check_outlines(ReleasedData& release, const ClaimedRelease& claimed, const Reading& reading,
                            Ledger& ledger);

// Puts the hierarchies that were outlined in the place of their outlines, so that it is known which of the original's
// values a label covers. The column whose outline is of another hierarchy, "" where there is none.
std::string locate_outlines(ReleasedData& release, const hierarchy::Hierarchies& meant);

// Quasi-identifiers whose labels cover values that the release does not name, "" where there is none.
std::string unlocated_column(const ReleasedData& release, const ClaimedRelease& claimed);

}  // namespace scrim::verifier
