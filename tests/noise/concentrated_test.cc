#include "kernel/noise/concentrated.h"

#include "kernel/noise/precise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrim::noise {
namespace concentrated_test {

TEST(Concentrated, TheMostRhoImpliesWhatWasAsked) {
    for (const Ratio epsilon : {Ratio(1, 100), Ratio(1, 10), Ratio(1), Ratio(8)})
        for (const Ratio delta : {Ratio(1, 100), Ratio(1, 100'000), Ratio(1, 1'000'000'000)}) {
            const Ratio rho = most_rho(epsilon, delta);
            EXPECT_TRUE(implies(big(rho), epsilon, delta));
            EXPECT_GE(rho, rho_of_epsilon(epsilon, delta)) << "no worse than the simple bound";
            EXPECT_FALSE(implies(big(rho) * 101 / 100, epsilon, delta)) << "and hardly more would do";
        }
}

// Canonne, Kamath, Steinke's bound is that of Gaussian noise up to a little: the true delta of a Gaussian of this rho.
TEST(Concentrated, GaussianNoiseKeepsIt) {
    for (const double epsilon : {0.5, 1.0, 4.0}) {
        const double rho = most_rho(Ratio(static_cast<Int128>(epsilon * 2), 2), Ratio(1, 1'000'000)).to_double();
        const double sigma = 1 / std::sqrt(2 * rho);
        const auto below = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
        // Balle, Wang, ICML 2018, theorem 8.
        const double delta =
            below(1 / (2 * sigma) - epsilon * sigma) - std::exp(epsilon) * below(-1 / (2 * sigma) - epsilon * sigma);
        EXPECT_LE(delta, 1e-6);
        EXPECT_GT(delta, 1e-7);
    }
}

TEST(Concentrated, EveryOrderGivesABoundThatHolds) {
    const Ratio rho = most_rho(Ratio(1), Ratio(1, 1'000'000));
    int shown = 0;
    for (int alpha = 11; alpha < 2000; ++alpha)
        shown += order_implies(big(rho) * 9 / 10, Ratio(1), Ratio(1, 1'000'000), Ratio(alpha, 10)) ? 1 : 0;
    EXPECT_GT(shown, 5);
    EXPECT_LT(shown, 1500);
    EXPECT_FALSE(order_implies(big(rho), Ratio(1), Ratio(1, 1'000'000), Ratio(1)));
}

}  // namespace concentrated_test
}  // namespace scrim::noise
