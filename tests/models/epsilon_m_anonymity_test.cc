#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <algorithm>

namespace scrim::models {
namespace epsilon_m_anonymity_test {

// 004 §2.2: in a group of 10 with nine values in 30 … 35, the attacker infers [30, 35] with 90 % confidence.
TEST(EpsilonMAnonymity, ProximityExample) {
    const Bars bars{{"30", 2}, {"31", 2}, {"32", 2}, {"33", 1}, {"34", 1}, {"35", 1}, {"80", 1}};
    const Sensitive salary = number_attribute(bars);
    const Example group = class_of(salary, bars);
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "5"}}), Ratio(10, 9));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "1"}}), Ratio(10, 6));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "0"}}), Ratio(5));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "50"}}), Ratio(1));
    EXPECT_EQ(decide("epsilon_m_anonymity", group, {{"epsilon", "5"}, {"m", "10/9"}}), Verdict::holds);
    EXPECT_EQ(decide("epsilon_m_anonymity", group, {{"epsilon", "5"}, {"m", "2"}}), Verdict::fails);
}

TEST(EpsilonMAnonymity, GuaranteeNeedsAnEpsilon) {
    EXPECT_EQ(refusal(requirement("epsilon_m_anonymity", {{"m", "2"}})),
              "epsilon_m_anonymity: m needs an epsilon, in the unit of the attribute; with epsilon = 0 only equal "
              "numbers count as near");
    EXPECT_EQ(refusal(requirement("epsilon_m_anonymity")), "");
}

TEST(EpsilonMAnonymity, EpsilonIsInTheUnitOfTheAttribute) {
    const Sensitive dose = number_attribute({{"1", 1}, {"1.5", 1}, {"2.5", 1}}, 1);
    const Example group = class_of(dose, {{"1", 1}, {"1.5", 1}, {"2.5", 1}});
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "1/2"}}), Ratio(3, 2));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "0.4999999999"}}), Ratio(3));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "1e37"}}), Ratio(1));
}

// The paper's two neighborhoods: 30 % of 100 reaches farther than 30 % of 10.
TEST(EpsilonMAnonymity, AbsoluteAndRelative) {
    const Bars bars{{"10", 1}, {"12", 1}, {"14", 1}, {"100", 1}, {"125", 1}, {"130", 1}};
    const Sensitive salary = number_attribute(bars);
    const Example group = class_of(salary, bars);
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "5"}}), Ratio(2));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "1/5"}, {"nearness", "relative"}}), Ratio(2));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "0.3"}, {"nearness", "relative"}}), Ratio(2));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "0.1"}, {"nearness", "relative"}}), Ratio(3));
    const Given asked{{"epsilon", "0.1"}, {"nearness", "relative"}, {"m", "3"}};
    EXPECT_EQ(decide("epsilon_m_anonymity", group, asked), Verdict::holds);
    EXPECT_EQ(refusal(requirement("epsilon_m_anonymity", {{"nearness", "close"}})),
              "epsilon_m_anonymity: nearness must be one of absolute, relative, not 'close'");
}

// The file's example.
TEST(EpsilonMAnonymity, WorkedExample) {
    const Bars bars{{"30", 1}, {"31", 1}, {"32", 1}, {"50", 1}, {"70", 1}, {"90", 1}};
    const Sensitive salary = number_attribute(bars);
    const Example group = class_of(salary, bars);
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "1"}}), Ratio(2));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "3/10"}, {"nearness", "relative"}}), Ratio(2));
}

TEST(EpsilonMAnonymity, RelativeOfNegativeNumbers) {
    const Sensitive balance = number_attribute({{"-100", 1}, {"-90", 1}, {"0", 1}, {"5", 1}});
    const Example group = class_of(balance, {{"-100", 1}, {"-90", 1}, {"0", 1}, {"5", 1}});
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "0.1"}, {"nearness", "relative"}}), Ratio(2));
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "0.09"}, {"nearness", "relative"}}), Ratio(4));
    // Nothing but 0 is within a share of 0, and 0 is within the whole of 5.
    EXPECT_EQ(level("epsilon_m_anonymity", group, {{"epsilon", "1"}, {"nearness", "relative"}}), Ratio(4, 3));
}

TEST(EpsilonMAnonymity, NullIsNearToNullOnly) {
    const Sensitive salary = number_attribute({{"30", 1}, {"NULL", 3}});
    EXPECT_EQ(level("epsilon_m_anonymity", class_of(salary, {{"30", 1}, {"NULL", 3}}), {{"epsilon", "1000"}}),
              Ratio(4, 3));
    EXPECT_EQ(level("epsilon_m_anonymity", class_of(salary, {{"NULL", 3}}), {{"epsilon", "1000"}}), Ratio(1));
}

TEST(EpsilonMAnonymity, AgreesWithTheDefinition) {
    std::mt19937_64 random(9);
    for (int round = 0; round < 500; ++round) {
        const RandomTable table(random);
        const std::uint64_t epsilon = number_between(random, 0, 12);
        for (const Example& example : table.classes) {
            const Sensitive& attribute = table.attribute;
            const Domain& domain = *attribute.domain;
            const auto most_near = [&](bool relative) {
                std::uint64_t most = 0;
                for (const ValueCount& center : example.values) {
                    std::uint64_t near = 0;
                    for (const ValueCount& bar : example.values) {
                        const bool null = attribute.is_null(center.value) || attribute.is_null(bar.value);
                        const Int128 distance = null ? 0 : domain.units(center.value) - domain.units(bar.value);
                        // Relative: epsilon tenths of the center.
                        const Int128 tenths = relative ? 10 : 1;
                        const Int128 reach = null ? 0 : Int128{epsilon} * (relative ? domain.units(center.value) : 1);
                        if (null ? center.value == bar.value
                                 : distance * tenths <= reach && -distance * tenths <= reach)
                            near += bar.count;
                    }
                    most = std::max(most, near);
                }
                return most;
            };
            ASSERT_EQ(level("epsilon_m_anonymity", example, {{"epsilon", std::to_string(epsilon)}}),
                      Ratio(example.size(), most_near(false)));
            const Given relative{{"epsilon", std::to_string(epsilon) + "/10"}, {"nearness", "relative"}};
            ASSERT_EQ(level("epsilon_m_anonymity", example, relative), Ratio(example.size(), most_near(true)));
        }
    }
}

}  // namespace epsilon_m_anonymity_test
}  // namespace scrim::models
