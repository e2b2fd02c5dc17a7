// Choosing one of several candidates by a score, and randomized response, with exact chances.
//
// `scores[i]` is how good candidate i is, a whole number that one person's data change by at most `sensitivity`.
//   - exponential_mechanism: i with a chance in proportion to exp(epsilon · score / (2 sensitivity)) (McSherry, Talwar,
//     "Mechanism design via differential privacy", FOCS 2007). One person changes each weight, and their sum, by a
//     factor of at most exp(epsilon / 2).
//   - permute_and_flip: candidates in an order drawn at random, each taken with the chance exp(-epsilon · (best -
//     score) / (2 sensitivity)) (McKenna, Sheldon, NeurIPS 2020): the same guarantee, and never a worse score on
//     average; it equals report-noisy-max with exponential noise.
//   - randomized_response: the truth or, with a chance lower by the factor exp(epsilon), any one of the others (Warner,
//     1965; k-ary: Kairouz, Oh, Viswanath, 2014). Of one person's own value.
//
//   const std::size_t chosen = permute_and_flip(scores, {Ratio(1, 2), 1}, coins);
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/noise/coins.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrim::noise {

struct ChoicePrivacy {
    Ratio epsilon;  // > 0, a fraction of numbers below 2^31
    std::uint32_t sensitivity = 1;
};

// At least one candidate; scores within ±2^62.
std::size_t exponential_mechanism(std::span<const std::int64_t> scores, const ChoicePrivacy& privacy, Coins& coins);
std::size_t permute_and_flip(std::span<const std::int64_t> scores, const ChoicePrivacy& privacy, Coins& coins);

// One of `values` answers, true_value < values.
std::uint64_t randomized_response(std::uint64_t true_value, std::uint64_t values, const Ratio& epsilon, Coins& coins);

}  // namespace scrim::noise
