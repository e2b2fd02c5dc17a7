// Is the number that was found the one that is claimed?
#pragma once

#include "methods/verify/claimed_release.h"
#include "scrim/check.h"

namespace scrim::verifier {

// Decimals agree to about this share of them.
bool nearly_equal(double a, double b, double share);
// Exact forms are the same, and decimals agree to 12 digits.
bool same_number(const ClaimedNumber& claimed, const Exact& found);
// "3/7", or else the decimal.
std::string number_text(const ClaimedNumber& claimed);
std::string number_text(const Exact& found);

}  // namespace scrim::verifier
