// Whom the columns single out that a release prints as they are, against what its certificate states.
#pragma once

#include "methods/verify/ledger.h"
#include "methods/verify/released_data.h"
#include "scrim/check.h"

#include <optional>
#include <string>

namespace scrim::verifier {

// Measured on the rows of a generalized release: all of its columns and, where it is given, whose they are.
ExactReport exact_columns_of(const ClaimedRelease& claimed, const Tuples& rows, std::optional<std::size_t> person);

// The rows of a generalized release: all of its columns, and, where people are counted and `person` is given, whose
// they are. Where people are counted and nobody knows whose the rows are, only what records rule out is found.
void check_exact(const ClaimedRelease& claimed, const Tuples& rows, std::optional<std::size_t> person,
                 const std::string& uncounted, Ledger& ledger);

}  // namespace scrim::verifier
