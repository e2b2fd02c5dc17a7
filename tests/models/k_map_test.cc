#include "tests/models/example.h"

namespace scrim::models {
namespace k_map_test {

// 004 Table II(c) against the external table II(d): 3 professionals of 4, 4 artists of 5.
TEST(KMap, PatientTable) {
    EXPECT_EQ(level("k_map", sized(3, 4)), Ratio(4));
    EXPECT_EQ(level("k_map", sized(4, 5)), Ratio(5));
    EXPECT_EQ(model("k_map", {{"k", "4"}})->decide(sized(3, 4)), Verdict::holds);
    EXPECT_EQ(model("k_map", {{"k", "5"}})->decide(sized(3, 4)), Verdict::fails);
}

TEST(KMap, ClassWithoutPopulationHoldsForNoK) {
    EXPECT_EQ(model("k_map", {{"k", "1"}})->decide(sized(3, 0)), Verdict::fails);
}

TEST(KMap, PeopleWhomNoRecordStandsForAreNotLinked) {
    EXPECT_EQ(level("k_map", sized(0, 1)), Ratio::infinity());
    EXPECT_EQ(model("k_map", {{"k", "2"}})->decide(sized(0, 1)), Verdict::holds);
}

}  // namespace k_map_test
}  // namespace scrim::models
