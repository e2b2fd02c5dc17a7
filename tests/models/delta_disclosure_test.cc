#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <cmath>

namespace scrim::models {
namespace delta_disclosure_test {

// 10 % have HIV in the table and 20 % in the class: |ln 2| is the largest of |ln 2| and |ln (0.8 / 0.9)|.
TEST(DeltaDisclosure, ByHand) {
    const Sensitive disease = text_attribute({{"Flu", 9}, {"HIV", 1}});
    const Example group = class_of(disease, {{"Flu", 4}, {"HIV", 1}});
    EXPECT_EQ(level("delta_disclosure", group), *Ratio::parse("0.693147181"));
    EXPECT_EQ(decide("delta_disclosure", group, {{"delta", "0.6932"}}), Verdict::holds);
    EXPECT_EQ(decide("delta_disclosure", group, {{"delta", "0.693147181"}}), Verdict::holds);
    EXPECT_EQ(decide("delta_disclosure", group, {{"delta", "0.69314718"}}), Verdict::fails);
    EXPECT_EQ(decide("delta_disclosure", group, {{"delta", "0.693147180559945309417232121458"}}), Verdict::fails);
}

TEST(DeltaDisclosure, LossCountsAsMuchAsGain) {
    const Sensitive disease = text_attribute({{"Flu", 1}, {"HIV", 1}});
    // HIV falls to a half, flu grows to three halves.
    EXPECT_EQ(level("delta_disclosure", class_of(disease, {{"Flu", 3}, {"HIV", 1}})), *Ratio::parse("0.693147181"));
}

TEST(DeltaDisclosure, EveryValueOfTheTableMustBeThere) {
    const Sensitive disease = text_attribute({{"Flu", 8}, {"HIV", 1}, {"NULL", 1}});
    EXPECT_EQ(level("delta_disclosure", class_of(disease, {{"Flu", 8}, {"HIV", 1}})), Ratio::infinity());
    EXPECT_EQ(decide("delta_disclosure", class_of(disease, {{"Flu", 8}, {"HIV", 1}}), {{"delta", "1e9"}}),
              Verdict::fails);
    EXPECT_EQ(level("delta_disclosure", class_of(disease, {{"Flu", 8}, {"HIV", 1}, {"NULL", 1}})), Ratio(0));
    // Values of the domain that nobody holds are not asked for.
    const Sensitive wide = text_attribute({{"Flu", 1}, {"Malaria", 0}, {"HIV", 1}});
    EXPECT_EQ(level("delta_disclosure", class_of(wide, {{"Flu", 1}, {"HIV", 1}})), Ratio(0));
}

TEST(DeltaDisclosure, AgreesWithTheDefinition) {
    std::mt19937_64 random(16);
    for (int round = 0; round < 500; ++round) {
        const RandomTable table(random);
        for (const Example& example : table.classes) {
            long double largest = 0;
            Code held = 0;
            for (const ValueCount& bar : example.values) {
                const ValueHistogram& overall = table.attribute.overall;
                const auto q = static_cast<long double>(bar.count * overall.total());
                const auto p = static_cast<long double>(overall[bar.value] * example.size());
                largest = std::max(largest, std::fabs(std::log(q / p)));
                ++held;
            }
            const Ratio measured = level("delta_disclosure", example);
            ASSERT_EQ(measured.infinite(), held < table.attribute.distinct());
            if (!measured.infinite()) {
                ASSERT_NEAR(measured.to_double(), static_cast<double>(largest), 1.1e-9);
            }
        }
    }
}

}  // namespace delta_disclosure_test
}  // namespace scrim::models
