// (c, t)-isolation: an attacker who guesses a point q isolates a person's point p when the ball around q whose radius
// is c times their distance holds fewer than t people's points, p among them. Distances are Euclidean, each dimension
// in parts of its range. Exact: what two long doubles cannot tell apart is compared as fractions.
//
// S. Chawla, C. Dwork, F. McSherry, A. Smith, H. Wee, Toward Privacy in Public Databases, TCC 2005.
//
// Example: people at 0, 1, 2 and 10, c = 2 and t = 3. A guess of 9 is 1 from 10; the ball of radius 2 holds 10 alone,
// so it isolates 10. A guess of 1 is 0 from 1 and isolates it; from 0 and 2 it is 1, the ball of radius 2 holds three.
#pragma once

#include "kernel/core/ratio.h"

#include <cstdint>
#include <vector>

namespace scrim::audit {

struct Points {
    std::size_t dimensions = 0;
    std::vector<Int128> coordinates;  // point by point

    std::size_t size() const { return dimensions == 0 ? 0 : coordinates.size() / dimensions; }
    const Int128* operator[](std::size_t point) const { return coordinates.data() + point * dimensions; }
};

struct Isolated {
    std::uint64_t within = 0;  // people in the smallest ball that isolates the person, 0 where none does
    std::size_t guess = 0;     // its center
};

// For each person. `ranges` are positive, one per dimension; c >= 1 and finite, t >= 1.
std::vector<Isolated> isolated_points(const Points& people, const Points& guesses, const std::vector<Int128>& ranges,
                                      const Ratio& c, std::uint64_t t);

}  // namespace scrim::audit
