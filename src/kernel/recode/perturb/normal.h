// Normal: standard normal numbers from a Random, two from two words (Box and Muller, 1958).
#pragma once

#include "kernel/core/random.h"

#include <cmath>
#include <numbers>

namespace scrim::recode::perturb {

class Normal {
public:
    explicit Normal(Random& random) : random_(random) {}

    double next() {
        if (has_spare_) {
            has_spare_ = false;
            return spare_;
        }
        // In (0, 1], so that the logarithm is finite.
        const double radius = std::sqrt(-2 * std::log(1 - uniform()));
        const double angle = 2 * std::numbers::pi * uniform();
        spare_ = radius * std::sin(angle);
        has_spare_ = true;
        return radius * std::cos(angle);
    }

private:
    // In [0, 1), a multiple of 2^-53.
    double uniform() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }

    Random& random_;
    double spare_ = 0;
    bool has_spare_ = false;
};

}  // namespace scrim::recode::perturb
