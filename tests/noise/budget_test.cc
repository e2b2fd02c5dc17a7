#include "kernel/noise/budget.h"

#include "kernel/noise/precise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrim::noise {
namespace budget_test {

TEST(Budget, CostsAddUpExactly) {
    const Budget budget = *Budget::pure(Ratio(1));
    Cost spent = Cost::none();
    for (int i = 0; i < 10; ++i) {
        const Cost more = Cost::pure(BigRatio(1, 10));
        EXPECT_TRUE(budget.allows(spent, more)) << i;  // ten tenths are one, which doubles would miss
        spent += more;
    }
    EXPECT_EQ(*spent.epsilon, 1);
    EXPECT_EQ(spent.rho, BigRatio(1, 20));
    EXPECT_FALSE(budget.allows(spent, Cost::pure(BigRatio(1, 1'000'000'000))));
}

TEST(Budget, GaussianNoiseHasNoEpsilon) {
    const Cost spent = Cost::pure(BigRatio(1, 2)) + Cost::concentrated(BigRatio(1, 8));
    EXPECT_FALSE(spent.epsilon);
    EXPECT_EQ(spent.rho, BigRatio(1, 4));
    EXPECT_FALSE(Budget::pure(Ratio(100))->allows(Cost::none(), Cost::concentrated(BigRatio(1, 8))));
    EXPECT_TRUE(Budget::concentrated(Ratio(1, 4))->allows(Cost::none(), spent));
    EXPECT_FALSE(Budget::concentrated(Ratio(249, 1000))->allows(Cost::none(), spent));
}

TEST(Budget, EpsilonAndDeltaBecomeARhoThatImpliesThem) {
    for (const Ratio epsilon : {Ratio(1, 10), Ratio(1), Ratio(8)})
        for (const Ratio delta : {Ratio(1, 100'000), Ratio(1, 1'000'000'000)}) {
            const Ratio rho = rho_of_epsilon(epsilon, delta);
            EXPECT_LE(epsilon_of_rho(big(rho), delta),
                      Ratio(epsilon.numerator() * 1'000'000'000 + epsilon.denominator(),
                            epsilon.denominator() * 1'000'000'000));
            // Hardly more would imply more.
            const double above = rho.to_double() * 1.0001, log = std::log(1 / delta.to_double());
            EXPECT_GT(above + 2 * std::sqrt(above * log), epsilon.to_double());
        }
}

TEST(Budget, DeltaIsBelowOneInAllPeople) {
    EXPECT_TRUE(Budget::approximate(Ratio(1), Ratio(1, 1001), 1000).ok());
    EXPECT_FALSE(Budget::approximate(Ratio(1), Ratio(1, 1000), 1000).ok());
    EXPECT_FALSE(Budget::approximate(Ratio(1), Ratio(0), 1000).ok());
    EXPECT_FALSE(Budget::pure(Ratio(0)).ok());
    EXPECT_FALSE(Budget::concentrated(Ratio::infinity()).ok());
}

TEST(Budget, AmountsAreShownExactly) {
    EXPECT_EQ(shown(BigRatio(0)), "0");
    EXPECT_EQ(shown(BigRatio(3)), "3");
    EXPECT_EQ(shown(BigRatio(1, 10)), "0.1");
    EXPECT_EQ(shown(BigRatio(5, 4)), "1.25");
    EXPECT_EQ(shown(BigRatio(1, 3)), "1/3");
}

}  // namespace budget_test
}  // namespace scrim::noise
