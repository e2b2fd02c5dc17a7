// With q the fraction drawn, u classes in the sample and s_i of i records,
//
//   K = u + s_1 (sum i q^2 (1 - q^2)^(i-1) s_i / sum (1 - q)^i ((1 + q)^i - 1) s_i)
//               (sum (1 - q)^i s_i / sum i q (1 - q)^(i-1) s_i)^2.
//
// s_1 = 4, s_2 = 1, q = 1/2: 5 + 4 (1.375 / 1.3125) (2.25 / 2.5)^2 = 8.394.
#include "kernel/risk/slide_negative_binomial.h"

#include <cmath>

namespace scrim::risk {

double shlosser_classes(const ClassSizes& sizes) {
    const double q = sizes.fraction();
    double twice = 0, missed_once = 0, missed = 0, once = 0;
    for (const auto& [size, many] : sizes.classes) {
        const auto i = static_cast<double>(size), s = static_cast<double>(many);
        twice += i * q * q * std::pow(1 - q * q, i - 1) * s;
        missed_once += (std::pow(1 - q * q, i) - std::pow(1 - q, i)) * s;  // (1 - q)^i (1 + q)^i may overflow
        missed += std::pow(1 - q, i) * s;
        once += i * q * std::pow(1 - q, i - 1) * s;
    }
    const double ratio = missed / once;
    return static_cast<double>(sizes.count()) +
           static_cast<double>(sizes.of_size(1)) * (twice / missed_once) * ratio * ratio;
}

}  // namespace scrim::risk
