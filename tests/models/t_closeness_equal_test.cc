#include "tests/models/example.h"
#include "tests/models/random_table.h"

namespace scrim::models {
namespace t_closeness_equal_test {

// 004 §2.2: 5 % of the table have HIV, but half of a 2-diverse class.
TEST(TClosenessEqual, SkewnessExample) {
    const Sensitive disease = text_attribute({{"Flu", 95}, {"HIV", 5}});
    const Example group = class_of(disease, {{"Flu", 1}, {"HIV", 1}});
    EXPECT_EQ(level("t_closeness_equal", group), Ratio(45, 100));
    EXPECT_EQ(decide("t_closeness_equal", group, {{"t", "0.45"}}), Verdict::holds);
    EXPECT_EQ(decide("t_closeness_equal", group, {{"t", "0.449999999999999999999999"}}), Verdict::fails);
}

TEST(TClosenessEqual, TheTableItselfIsAtDistanceZero) {
    const Sensitive disease = text_attribute({{"Flu", 95}, {"HIV", 5}});
    EXPECT_EQ(level("t_closeness_equal", class_of(disease, {{"Flu", 19}, {"HIV", 1}})), Ratio(0));
    EXPECT_EQ(decide("t_closeness_equal", class_of(disease, {{"Flu", 19}, {"HIV", 1}}), {{"t", "0"}}), Verdict::holds);
}

TEST(TClosenessEqual, NullIsAValue) {
    const Sensitive disease = text_attribute({{"Flu", 1}, {"NULL", 1}});
    EXPECT_EQ(level("t_closeness_equal", class_of(disease, {{"NULL", 1}})), Ratio(1, 2));
}

TEST(TClosenessEqual, AgreesWithTransport) {
    std::mt19937_64 random(10);
    for (int round = 0; round < 300; ++round) {
        const RandomTable table(random);
        const Code n = table.attribute.domain->size();
        Distances distance(n, std::vector<std::int64_t>(n, 1));
        for (Code i = 0; i < n; ++i) distance[i][i] = 0;
        for (const Example& example : table.classes)
            ASSERT_EQ(level("t_closeness_equal", example), transport_distance(example, distance, 1));
    }
}

}  // namespace t_closeness_equal_test
}  // namespace scrim::models
