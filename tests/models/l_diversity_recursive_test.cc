#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <algorithm>

namespace scrim::models {
namespace l_diversity_recursive_test {

TEST(LDiversityRecursive, SmallestCOfAClass) {
    const Sensitive disease = text_attribute({{"a", 5}, {"b", 3}, {"c", 2}, {"d", 1}});
    const Example group = class_of(disease, {{"a", 5}, {"b", 3}, {"c", 2}, {"d", 1}});
    EXPECT_EQ(level("l_diversity_recursive", group), Ratio(5, 6));  // l = 2
    EXPECT_EQ(level("l_diversity_recursive", group, {{"l", "1"}}), Ratio(5, 11));
    EXPECT_EQ(level("l_diversity_recursive", group, {{"l", "3"}}), Ratio(5, 3));
    EXPECT_EQ(level("l_diversity_recursive", group, {{"l", "4"}}), Ratio(5));
    EXPECT_EQ(level("l_diversity_recursive", group, {{"l", "5"}}), Ratio::infinity());
}

TEST(LDiversityRecursive, EqualityIsExcluded) {
    const PatientTable patients;
    EXPECT_EQ(decide("l_diversity_recursive", patients.artists, {{"c", "3"}}), Verdict::fails);
    EXPECT_EQ(decide("l_diversity_recursive", patients.artists, {{"c", "3.0001"}}), Verdict::holds);
}

// 001 Fig. 1: two classes of two ailments each. Strictly, they are not (1, 2)-diverse.
TEST(LDiversityRecursive, DeutschFigure1) {
    const Sensitive ailment = text_attribute({{"flu", 1}, {"pneumonia", 1}, {"cold", 1}, {"bronchitis", 1}});
    const Example group = class_of(ailment, {{"flu", 1}, {"pneumonia", 1}});
    EXPECT_EQ(level("l_diversity_recursive", group), Ratio(1));
    EXPECT_EQ(decide("l_diversity_recursive", group, {{"c", "1"}, {"l", "2"}}), Verdict::fails);
}

TEST(LDiversityRecursive, TooFewValuesHoldForNoC) {
    const Sensitive disease = text_attribute({{"a", 5}, {"b", 3}});
    EXPECT_EQ(decide("l_diversity_recursive", class_of(disease, {{"a", 1}}), {{"c", "1e30"}}), Verdict::fails);
}

TEST(LDiversityRecursive, AgreesWithTheDefinition) {
    std::mt19937_64 random(8);
    for (int round = 0; round < 500; ++round) {
        const RandomTable table(random);
        for (const Example& example : table.classes) {
            std::vector<std::uint32_t> counts;
            for (const ValueCount& bar : example.values) counts.push_back(bar.count);
            std::sort(counts.rbegin(), counts.rend());
            for (std::size_t l = 1; l <= counts.size() + 1; ++l) {
                std::uint64_t rest = 0;
                for (std::size_t i = l - 1; i < counts.size(); ++i) rest += counts[i];
                ASSERT_EQ(level("l_diversity_recursive", example, {{"l", std::to_string(l)}}), Ratio(counts[0], rest));
            }
        }
    }
}

}  // namespace l_diversity_recursive_test
}  // namespace scrim::models
