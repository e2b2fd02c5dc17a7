// ExactSum: a sum of very many fractions, exact where 128 bits hold it.
//
//   ExactSum sum;
//   sum.add(3, 73);        // 3/73
//   sum.total().value;     // Ratio(3, 73)
//
// Expected counts are such sums: each record that may satisfy a condition adds the share of its box that does. They are
// estimates, so that one which no exact fraction holds may be rounded, and says so.
#pragma once

#include "kernel/core/ratio.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace scrim::querying {

class ExactSum {
public:
    // `denominator` > 0.
    void add(Int128 numerator, Int128 denominator);
    // Something that did not fit 128 bits is in it: the sum is not known.
    void lose() { lost_ = true; }

    struct Total {
        Ratio value;
        bool rounded = false;
    };
    // Nothing when a part of it did not fit.
    std::optional<Total> total() const;

private:
    std::unordered_map<std::uint64_t, Int128> by_denominator_;
    bool lost_ = false;
};

}  // namespace scrim::querying
