#include "methods/statdb/stat_bound.h"

#include <gtest/gtest.h>

namespace scrim::statdb {
namespace stat_bound_test {

StatValue between(const Ratio& lower, const Ratio& upper) { return value_of(Bounds{lower, upper, false, false}); }

TEST(StatBound, IsExactWhereDecimalsCanSayIt) {
    const StatValue value = between(Ratio(-12345675, 10), Ratio(1234567));
    EXPECT_EQ(value.lower->exact, "-1234567.5");
    EXPECT_EQ(value.lower->shown, "-1,234,567.5");
    EXPECT_EQ(value.upper->exact, "1234567");
    EXPECT_EQ(value.upper->shown, "1,234,567");
    EXPECT_FALSE(value.upper->rounded);
    EXPECT_EQ(value.upper->value, 1234567);
    EXPECT_EQ(between(Ratio(999), Ratio(1000)).lower->shown, "999");
}

TEST(StatBound, RoundsOutwards) {
    const StatValue value = between(Ratio(1, 3), Ratio(2, 3));
    EXPECT_EQ(value.lower->exact, "1/3");
    EXPECT_EQ(value.lower->shown, "0.3333");
    EXPECT_EQ(value.upper->shown, "0.6667");
    EXPECT_LT(value.lower->value, 1.0 / 3);
    EXPECT_GT(value.upper->value, 2.0 / 3);
    EXPECT_EQ(between(Ratio(-1, 3), Ratio(-1, 3)).lower->shown, "-0.3334");
    EXPECT_EQ(between(Ratio(-1, 3), Ratio(-1, 3)).upper->shown, "-0.3333");
}

TEST(StatBound, KeepsNumbersThatNoDoubleHolds) {
    const Int128 large = *power_of_ten(36) + 7;
    const StatValue value = between(Ratio(large), Ratio(large));
    EXPECT_EQ(value.lower->exact, "1000000000000000000000000000000000007");
    EXPECT_TRUE(value.lower->rounded);
    EXPECT_LT(value.lower->value, value.upper->value);
    // As a fraction, where the digits to show it do not fit.
    const StatValue third = between(Ratio(large, 3), Ratio(large, 3));
    EXPECT_EQ(third.lower->exact, to_string(large) + "/3");
    EXPECT_EQ(third.lower->shown, third.lower->exact);
}

}  // namespace stat_bound_test
}  // namespace scrim::statdb
