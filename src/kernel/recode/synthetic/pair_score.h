// How wrong a model is about the counts of some columns, as a whole number that the exponential mechanism can take.
//
// The model's counts are public: they are made of noisy ones. Rounded to sixteenths, they are as far from the true ones
// as the sum over all cells says; one record more changes one true count by 1, and so the sum by at most 16. Expected
// noise, which would be added to all cells, is taken off: of two models that are equally wrong, that with fewer cells
// can be mended better (McKenna et al., AIM, VLDB 2022).
#pragma once

#include <cstdint>
#include <span>

namespace scrim::recode::synthetic {

inline constexpr std::int64_t score_parts = 16;  // by how much one record changes a score, at most

// In sixteenths of a record. `expected_noise`: of one count, without its sign.
std::int64_t pair_score(std::span<const std::int64_t> truth, std::span<const double> model, double expected_noise);

}  // namespace scrim::recode::synthetic
