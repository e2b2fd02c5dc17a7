// Rastogi, Suciu, Hong 2007: what is believed of rows before and after, by going through everything that can be seen.
#include "kernel/models/mechanism.h"
#include "tests/models/example.h"

#include <gmock/gmock.h>

#include <cmath>

namespace scrim::models {
namespace d_gamma_privacy_test {

Ratio gamma_of(const std::string& d, const Ratio& keep, const Ratio& rate) {
    const auto judge = model("d_gamma_privacy", {{"d", d}});
    return judge->measure_design({{"keep", keep}, {"rate", rate}}).value()[0];
}

// rate = 1/24 makes beta at least 1/25.
TEST(DGammaPrivacy, TheLevelIsTheWorseOfBothBounds) {
    EXPECT_EQ(gamma_of("0.01", Ratio(1, 2), Ratio(1, 24)), Ratio(25, 223));  // (1/200) / (1/200 + 99/2500)
    EXPECT_EQ(gamma_of("0.01", Ratio(99, 100), Ratio(100)), Ratio(1));       // 0.01 / (1 - 0.99)
    EXPECT_TRUE(gamma_of("0.01", Ratio(1), Ratio(1)).infinite()) << "every row that is not seen is surely absent";
}

TEST(DGammaPrivacy, WithoutItsNumbersItIsUndecided) {
    const auto judge = model("d_gamma_privacy", {{"d", "0.01"}, {"gamma", "0.2"}});
    EXPECT_EQ(judge_mechanism(*judge, {}).verdict(), Verdict::undecided);
    EXPECT_EQ(judge_mechanism(*judge, {{"keep", Ratio(1, 2)}}).verdict(), Verdict::undecided);
    EXPECT_EQ(judge_mechanism(*judge, {{"keep", Ratio(3, 2)}, {"rate", Ratio(1)}}).verdict(), Verdict::undecided);
}

TEST(DGammaPrivacy, WhatItRefuses) {
    EXPECT_THAT(refusal(requirement("d_gamma_privacy", {{"gamma", "0.2"}})), testing::HasSubstr("d is not given"));
    EXPECT_EQ(refusal(requirement("d_gamma_privacy", {{"d", "0.2"}, {"gamma", "0.2"}})),
              "d_gamma_privacy: gamma must be above d, which is 0.2");
}

// An attacker who believes in three rows with at most d each, or for certain, sees any set of them.
void attack(double d, double gamma, double keep, double beta, double& most, double& least) {
    const std::vector<double> priors{1, d, d / 2, d / 100};
    for (const double a : priors)
        for (const double b : priors)
            for (const double c : priors)
                for (int seen = 0; seen < 8; ++seen) {
                    const double before[] = {a, b, c};
                    double all = 0, with[3] = {0, 0, 0};
                    for (int world = 0; world < 8; ++world) {
                        double chance = 1;
                        for (int row = 0; row < 3; ++row) {
                            const bool there = (world >> row & 1) != 0, shown = (seen >> row & 1) != 0;
                            const double comes = there ? keep : beta;
                            chance *= (there ? before[row] : 1 - before[row]) * (shown ? comes : 1 - comes);
                        }
                        all += chance;
                        for (int row = 0; row < 3; ++row)
                            if ((world >> row & 1) != 0) with[row] += chance;
                    }
                    for (int row = 0; row < 3; ++row) {
                        if (before[row] == 1) continue;
                        most = std::max(most, with[row] / all / gamma);
                        least = std::min(least, with[row] / all / before[row] / (d / gamma));
                    }
                }
}

// The numbers that it asks for hide what is promised, and hardly more: the bounds are reached within a hundredth or,
// where beta is large, by what exp(-x) is above 1 - x.
TEST(DGammaPrivacy, ItsOwnDesignWithstandsEveryAttack) {
    for (const auto& [d, gamma] : {std::pair{"1/1000000", "1/5"},
                                   {"1/1000", "1/2"},
                                   {"0.01", "0.2"},
                                   {"0.1", "0.2"},
                                   {"0.3", "0.4"},
                                   {"0.5", "0.99"}}) {
        SCOPED_TRACE(std::string(d) + " " + gamma);
        const auto judge = model("d_gamma_privacy", {{"d", d}, {"gamma", gamma}});
        const auto design = judge->least_design();
        ASSERT_TRUE(design);
        EXPECT_EQ(judge_mechanism(*judge, *design).verdict(), Verdict::holds);
        const double keep = find_number(*design, "keep")->to_double();
        const double beta = -std::expm1(-find_number(*design, "rate")->to_double());
        double most = 0, least = 2;
        const double bound = Ratio::parse(gamma)->to_double();
        attack(Ratio::parse(d)->to_double(), bound, keep, beta, most, least);
        EXPECT_LE(most, 1 + 1e-9);
        EXPECT_GE(least, 1 - 1e-9);
        EXPECT_GE(most, 1 - 0.01 - beta) << "what is hidden costs no more than it must";
        // With fewer rows made up, or more kept, it would be broken.
        double broken = 0;
        attack(Ratio::parse(d)->to_double(), bound, keep, 0.7 * beta, broken, least);
        EXPECT_GT(broken, 1);
        Design less = *design;
        less[1].second = Ratio(less[1].second.numerator() * 7, less[1].second.denominator() * 10);
        EXPECT_EQ(judge_mechanism(*judge, less).verdict(), Verdict::fails);
    }
}

TEST(DistributionalPrivacy, OfWhatStatesNothingItIsUndecided) {
    const auto judge = model("distributional_privacy", {{"exp_alpha", "2"}});
    EXPECT_EQ(judge_mechanism(*judge, {{"keep", Ratio(1, 2)}}).verdict(), Verdict::undecided);
    EXPECT_EQ(judge_mechanism(*judge, {{"distributional_exp_alpha", Ratio(2)}}).verdict(), Verdict::holds);
    EXPECT_EQ(judge_mechanism(*judge, {{"distributional_exp_alpha", Ratio(3)}}).verdict(), Verdict::fails);
    EXPECT_FALSE(judge->least_design());
}

}  // namespace d_gamma_privacy_test
}  // namespace scrim::models
