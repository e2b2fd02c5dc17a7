#include "kernel/models/mechanism.h"
#include "tests/models/example.h"

#include <gtest/gtest.h>

namespace scrim::models {
namespace differential_privacy_test {

Design stated(const Ratio& epsilon, const Ratio& delta) { return {{"epsilon", epsilon}, {"delta", delta}}; }

TEST(DifferentialPrivacy, IsThatOfTheMechanism) {
    const auto judge = model("differential_privacy", {{"epsilon", "1"}});
    EXPECT_EQ(judge_mechanism(*judge, stated(Ratio(1), Ratio(0))).verdict(), Verdict::holds);
    EXPECT_EQ(judge_mechanism(*judge, stated(Ratio(1001, 1000), Ratio(0))).verdict(), Verdict::fails);
    EXPECT_EQ(judge_mechanism(*judge, {}).verdict(), Verdict::undecided);
    EXPECT_EQ(judge_mechanism(*judge, {{"epsilon", Ratio(1)}}).verdict(), Verdict::undecided);
    EXPECT_EQ(judge_mechanism(*judge, {{"rho", Ratio(1, 100)}}).verdict(), Verdict::undecided);
}

TEST(DifferentialPrivacy, WithoutDeltaNoneIsAllowed) {
    const auto pure = model("differential_privacy", {{"epsilon", "1"}});
    EXPECT_EQ(judge_mechanism(*pure, stated(Ratio(1), Ratio(1, 1'000'000'000))).verdict(), Verdict::fails);
    const auto approximate = model("differential_privacy", {{"epsilon", "1"}, {"delta", "1e-6"}});
    EXPECT_EQ(judge_mechanism(*approximate, stated(Ratio(1), Ratio(1, 1'000'000))).verdict(), Verdict::holds);
    EXPECT_EQ(judge_mechanism(*approximate, stated(Ratio(1), Ratio(1, 999'999))).verdict(), Verdict::fails);
    EXPECT_EQ(judge_mechanism(*approximate, stated(Ratio(1, 2), Ratio(0))).verdict(), Verdict::holds);
}

TEST(DifferentialPrivacy, ItsDesignIsWhatWasAsked) {
    EXPECT_EQ(*model("differential_privacy", {{"epsilon", "1/2"}})->least_design(), stated(Ratio(1, 2), Ratio(0)));
    EXPECT_EQ(*model("differential_privacy", {{"epsilon", "1/2"}, {"delta", "1e-6"}})->least_design(),
              stated(Ratio(1, 2), Ratio(1, 1'000'000)));
    EXPECT_FALSE(model("differential_privacy")->least_design());
}

}  // namespace differential_privacy_test
}  // namespace scrim::models
