#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <cmath>

namespace scrim::models {
namespace l_diversity_entropy_test {

// 004 Example 2.7: log(1.9) and log(1.8), which are 1.8898… and 1.7547… before rounding.
TEST(LDiversityEntropy, PatientTable) {
    const PatientTable patients;
    EXPECT_EQ(level("l_diversity_entropy", patients.professionals), *Ratio::parse("1.889881574"));
    EXPECT_EQ(level("l_diversity_entropy", patients.artists), *Ratio::parse("1.754765350"));
    EXPECT_EQ(decide("l_diversity_entropy", patients.professionals, {{"l", "1.8"}}), Verdict::holds);
    EXPECT_EQ(decide("l_diversity_entropy", patients.artists, {{"l", "1.8"}}), Verdict::fails);
    EXPECT_EQ(decide("l_diversity_entropy", patients.artists, {{"l", "1.754765350"}}), Verdict::holds);
    EXPECT_EQ(decide("l_diversity_entropy", patients.artists, {{"l", "1.754765351"}}), Verdict::fails);
}

TEST(LDiversityEntropy, EquallyFrequentValuesHoldExactly) {
    const Sensitive disease = text_attribute({{"a", 5}, {"b", 5}, {"c", 5}});
    const Example even = class_of(disease, {{"a", 5}, {"b", 5}, {"c", 5}});
    EXPECT_EQ(level("l_diversity_entropy", even), Ratio(3));
    EXPECT_EQ(decide("l_diversity_entropy", even, {{"l", "3"}}), Verdict::holds);
    EXPECT_EQ(decide("l_diversity_entropy", even, {{"l", "3.000000000000000000000000000001"}}), Verdict::fails);
    EXPECT_EQ(level("l_diversity_entropy", class_of(disease, {{"a", 5}})), Ratio(1));
}

// An uneven class whose entropy is the logarithm of a whole number: doubles cannot decide the equality.
// 16 ln 16 - 2 · 4 ln 4 = 48 ln 2, and 48 / 16 = 3: l = 8.
TEST(LDiversityEntropy, UnevenClassOnTheBoundary) {
    const Bars bars{{"a", 4}, {"b", 4}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}, {"h", 1}, {"i", 1}, {"j", 1}};
    const Sensitive disease = text_attribute(bars);
    const Example uneven = class_of(disease, bars);
    EXPECT_EQ(uneven.size(), 16u);
    EXPECT_EQ(level("l_diversity_entropy", uneven), Ratio(8));
    EXPECT_EQ(decide("l_diversity_entropy", uneven, {{"l", "8"}}), Verdict::holds);
    EXPECT_EQ(decide("l_diversity_entropy", uneven, {{"l", "8.00000000000000000000000001"}}), Verdict::fails);
}

TEST(LDiversityEntropy, AgreesWithTheDefinition) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 500; ++round) {
        const RandomTable table(random);
        for (const Example& example : table.classes) {
            long double entropy = 0;
            for (const ValueCount& bar : example.values) {
                const auto share = static_cast<long double>(bar.count) / static_cast<long double>(example.size());
                entropy -= share * std::log(share);
            }
            const double measured = level("l_diversity_entropy", example).to_double();
            ASSERT_NEAR(measured, static_cast<double>(std::exp(entropy)), 1.1e-9);
            ASSERT_LE(measured, static_cast<double>(std::exp(entropy)) + 1e-14);
        }
    }
}

TEST(LDiversityEntropy, NullIsAValue) {
    const Sensitive disease = text_attribute({{"flu", 1}, {"NULL", 1}});
    EXPECT_EQ(level("l_diversity_entropy", class_of(disease, {{"flu", 1}, {"NULL", 1}})), Ratio(2));
}

}  // namespace l_diversity_entropy_test
}  // namespace scrim::models
