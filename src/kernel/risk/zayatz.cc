// Zayatz' estimate. Let a class have j of N people, n of whom are drawn: the probability that one of the class is drawn
// is hypergeometric, h(j) = j (n / N) prod_{i < j - 1} (N - n - i) / (N - 1 - i). If classes of j people are as
// frequent in the population as in the sample, s_j of u, Bayes' rule says how likely a sample unique is a population
// unique,
//
//   P(F = 1 | f = 1) = s_1 h(1) / sum_j s_j h(j),
//
// and N / n times as many are in the population: S = s_1 P N / n. Two alone and one pair, half of eight people: h(1) =
// 1/2, h(2) = 4/7, P = 1 / (1 + 4/7) = 7/11, S = 2 * 7/11 * 2 = 28/11.
#include "kernel/risk/population_uniques.h"

namespace scrim::risk {

UniquesEstimate estimate_zayatz(const ClassSizes& sizes) {
    const auto N = static_cast<double>(sizes.population), n = static_cast<double>(sizes.members());
    double others = 1;    // the product, h(j) N / (n j)
    double weighted = 0;  // the sum, times N / n
    std::uint64_t j = 1;
    for (const auto& [size, many] : sizes.classes) {
        for (; j < size && others > 0; ++j) {
            const auto i = static_cast<double>(j - 1);
            others = N - n > i ? others * (N - n - i) / (N - 1 - i) : 0;
        }
        weighted += static_cast<double>(many) * static_cast<double>(size) * others;
    }
    const auto alone = static_cast<double>(sizes.of_size(1));
    return {.name = "zayatz", .uniques = alone > 0 ? alone * (alone / weighted) * (N / n) : 0};
}

}  // namespace scrim::risk
