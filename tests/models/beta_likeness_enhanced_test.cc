#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <cmath>

namespace scrim::models {
namespace beta_likeness_enhanced_test {

// 10 % have HIV in the table, so that its gain must not exceed -ln 0.1 = 2.302585…
TEST(BetaLikenessEnhanced, ByHand) {
    const Sensitive disease = text_attribute({{"Flu", 9000}, {"HIV", 1000}});
    EXPECT_EQ(level("beta_likeness_enhanced", class_of(disease, {{"Flu", 4}, {"HIV", 1}})), Ratio(1));
    EXPECT_EQ(level("beta_likeness_enhanced", class_of(disease, {{"Flu", 67}, {"HIV", 33}})), Ratio(23, 10));
    EXPECT_EQ(level("beta_likeness_enhanced", class_of(disease, {{"Flu", 669}, {"HIV", 331}})), Ratio::infinity());
    EXPECT_EQ(level("beta_likeness_enhanced", class_of(disease, {{"Flu", 1}, {"HIV", 1}})), Ratio::infinity());
    EXPECT_EQ(decide("beta_likeness_enhanced", class_of(disease, {{"Flu", 67}, {"HIV", 33}}), {{"beta", "2.3"}}),
              Verdict::holds);
    EXPECT_EQ(decide("beta_likeness_enhanced", class_of(disease, {{"Flu", 67}, {"HIV", 33}}), {{"beta", "2"}}),
              Verdict::fails);
    EXPECT_EQ(decide("beta_likeness_enhanced", class_of(disease, {{"Flu", 669}, {"HIV", 331}}), {{"beta", "1e9"}}),
              Verdict::fails);
}

// A frequent value never becomes certain: -ln 0.9 = 0.10536 is less than (1 - 0.9) / 0.9 = 0.1111.
TEST(BetaLikenessEnhanced, NoValueBecomesCertain) {
    const Sensitive disease = text_attribute({{"Flu", 9}, {"HIV", 1}});
    EXPECT_EQ(level("beta_likeness_enhanced", class_of(disease, {{"Flu", 3}})), Ratio::infinity());
    const Sensitive all_equal = text_attribute({{"Flu", 9}});
    EXPECT_EQ(level("beta_likeness_enhanced", class_of(all_equal, {{"Flu", 3}})), Ratio(0)) << "it was certain before";
}

TEST(BetaLikenessEnhanced, AgreesWithTheDefinition) {
    std::mt19937_64 random(15);
    for (int round = 0; round < 300; ++round) {
        const RandomTable table(random);
        for (const Example& example : table.classes) {
            bool broken = false;
            for (const ValueCount& bar : example.values) {
                const long double p = static_cast<long double>(table.attribute.overall[bar.value]) /
                                      static_cast<long double>(table.attribute.overall.total());
                const long double q = static_cast<long double>(bar.count) / static_cast<long double>(example.size());
                broken |= q > p && (q - p) / p > -std::log(p);
            }
            const Ratio measured = level("beta_likeness_enhanced", example);
            ASSERT_EQ(measured, broken ? Ratio::infinity() : level("beta_likeness_basic", example));
        }
    }
}

}  // namespace beta_likeness_enhanced_test
}  // namespace scrim::models
