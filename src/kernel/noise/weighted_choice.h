// One of several, each with a chance in proportion to count · exp(-loss · rate): exactly, also where these differ by
// more than any number holds.
//
// A uniform number's binary digits are drawn until they lie, beyond doubt, in the share of one of them; shares are
// known to within directed rounding (MPFR), as precisely as it takes. So the chance of each is that of its share, and
// no rounding is left in it.
//
//   weighted_choice({{{1, 0}, {1'000'000, 40}}}, 1, 2, random);     // 1 to 1,000,000 · exp(-20)
#pragma once

#include "kernel/core/int128.h"
#include "kernel/core/random.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrim::noise {

// So many candidates of which each has this loss.
struct Alike {
    std::uint64_t count = 0;
    Uint128 loss = 0;
};

// The rate is numerator / denominator, both > 0; at least one count is not 0.
std::size_t weighted_choice(std::span<const Alike> candidates, Uint128 numerator, Uint128 denominator, Random& random);

}  // namespace scrim::noise
