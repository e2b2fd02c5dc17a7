// Logarithms of integers, compared exactly.
//
// A LogSum is constant + Σ coefficient · ln(argument) with integer coefficients and positive integer arguments. Its
// sign is never guessed: doubles with a proven error bound decide the easy cases; a sum that is exactly zero is
// recognized by integer arithmetic alone; all others are bracketed by MPFR with directed rounding, at growing
// precision.
//
//   LogSum sum;                  // is 3 ln 2 more than 2 ln 3?
//   sum.add(3, 2);
//   sum.add(-2, 3);
//   sum.sign();                  // -1: it is not
//
// "Nothing" as an answer means that the limit of precision was met. It must never count as a guarantee that holds.
#pragma once

#include "kernel/core/ratio.h"

#include <optional>
#include <vector>

namespace scrim {

class LogSum {
public:
    struct Term {
        Int128 coefficient = 0;
        Int128 argument = 1;
    };

    explicit LogSum(Int128 constant = 0) : constant_(constant) {}

    // Starts again, keeping the memory: for a LogSum that is used for many sums.
    void clear(Int128 constant = 0);
    // argument >= 1
    void add(Int128 coefficient, Int128 argument);

    // -1, 0 or 1.
    std::optional<int> sign() const { return sign_minus(0, Ratio(1)); }
    // The sign of this sum minus coefficient · ln(ratio), ratio > 0 and finite.
    std::optional<int> sign_minus(Int128 coefficient, const Ratio& ratio) const;
    // exp(sum / divisor), rounded down to a multiple of 10^-9; the sum is not negative, divisor > 0.
    Ratio exp_rounded_down(Int128 divisor) const;

private:
    Int128 constant_;
    std::vector<Term> terms_;
    // The doubles' view of terms_, kept while adding.
    double estimate_ = 0;
    double magnitude_ = 0;
};

// The sign of ln(argument) - value; argument > 0, both finite.
std::optional<int> compare_log(const Ratio& argument, const Ratio& value);
// ln(argument) rounded up to a multiple of 10^-9; argument >= 1 and finite.
Ratio log_rounded_up(const Ratio& argument);

}  // namespace scrim
