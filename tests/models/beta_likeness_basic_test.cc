#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <algorithm>

namespace scrim::models {
namespace beta_likeness_basic_test {

// 10 % have HIV in the table, half in the class: the gain is (0.5 - 0.1) / 0.1 = 4.
TEST(BetaLikenessBasic, ByHand) {
    const Sensitive disease = text_attribute({{"Flu", 9}, {"HIV", 1}});
    const Example half = class_of(disease, {{"Flu", 1}, {"HIV", 1}});
    EXPECT_EQ(level("beta_likeness_basic", half), Ratio(4));
    EXPECT_EQ(decide("beta_likeness_basic", half, {{"beta", "4"}}), Verdict::holds);
    EXPECT_EQ(decide("beta_likeness_basic", half, {{"beta", "3.99"}}), Verdict::fails);
    // Only gains count: without HIV, flu gains (1 - 0.9) / 0.9.
    EXPECT_EQ(level("beta_likeness_basic", class_of(disease, {{"Flu", 3}})), Ratio(1, 9));
    EXPECT_EQ(level("beta_likeness_basic", class_of(disease, {{"Flu", 9}, {"HIV", 1}})), Ratio(0));
}

TEST(BetaLikenessBasic, AgreesWithTheDefinition) {
    std::mt19937_64 random(14);
    for (int round = 0; round < 300; ++round) {
        const RandomTable table(random);
        for (const Example& example : table.classes) {
            Ratio largest(0);
            for (const ValueCount& bar : example.values) {
                const Int128 p = table.attribute.overall[bar.value] * example.size();
                const Int128 q = bar.count * table.attribute.overall.total();
                if (q > p) largest = std::max(largest, Ratio(q - p, p));
            }
            ASSERT_EQ(level("beta_likeness_basic", example), largest);
        }
    }
}

}  // namespace beta_likeness_basic_test
}  // namespace scrim::models
