#include "kernel/recode/synthetic/pair_score.h"

#include <cmath>
#include <cstdlib>

namespace scrim::recode::synthetic {

std::int64_t pair_score(std::span<const std::int64_t> truth, std::span<const double> model, double expected_noise) {
    constexpr auto parts = static_cast<double>(score_parts);
    std::int64_t score = -std::llround(parts * expected_noise * static_cast<double>(model.size()));
    for (std::size_t i = 0; i < truth.size(); ++i)
        score += std::abs(score_parts * truth[i] - std::llround(parts * model[i]));
    return score;
}

}  // namespace scrim::recode::synthetic
