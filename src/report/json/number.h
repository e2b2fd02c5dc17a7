// Numbers: {"value": 0.3333333333333333, "exact": "1/3"}. `value` is the nearest decimal, `exact` the number in full
// where it is known. JSON has no infinity: `value` is then null, and `exact` says "infinity".
#pragma once

#include "kernel/core/json.h"
#include "scrim/check.h"

#include <cstdint>
#include <string>

namespace scrim::report::json {

// `whole`: a count, whose value is written without a point.
Json number(const Exact& exact, bool whole = false);
// Of an exact fraction, "1/16", which may be longer than any machine's number.
Json fraction(const std::string& exact);
// A part of a whole, as a plain decimal; 0 of nothing.
double share(std::uint64_t part, std::uint64_t whole);

}  // namespace scrim::report::json
