#include "kernel/core/ratio.h"
#include "kernel/core/random.h"

#include <gtest/gtest.h>

namespace scrim {
namespace ratio_test {

TEST(Ratio, ReadsWhatPeopleWrite) {
    EXPECT_EQ(Ratio::parse("5"), Ratio(5));
    EXPECT_EQ(Ratio::parse("-0.25"), Ratio(-1, 4));
    EXPECT_EQ(Ratio::parse("3/7"), Ratio(3, 7));
    EXPECT_EQ(Ratio::parse("20%"), Ratio(1, 5));
    EXPECT_EQ(Ratio::parse("1e-3"), Ratio(1, 1000));
    EXPECT_EQ(Ratio::parse(".5"), Ratio(1, 2));
    for (const char* bad :
         {"", "x", "1/0", "1/-2", "0x10", "1.2.3", "1e", "nan", "inf", " 1", "1 ", "%", "--1", "1e99999"})
        EXPECT_FALSE(Ratio::parse(bad)) << bad;
}

TEST(Ratio, PrintsReduced) {
    EXPECT_EQ(Ratio(6, 14).to_string(), "3/7");
    EXPECT_EQ(Ratio(10, 5).to_string(), "2");
    EXPECT_EQ(Ratio(-6, 4).to_string(), "-3/2");
    EXPECT_EQ(Ratio(0, 9).to_string(), "0");
    EXPECT_EQ(Ratio::infinity().to_string(), "infinity");
}

TEST(Ratio, ComparesExactlyWhereDoublesCannot) {
    // Neighbors whose difference is 1/(n(n+1)), far below double's resolution.
    const Int128 n = Int128{1} << 62;
    EXPECT_LT(Ratio(n - 1, n), Ratio(n, n + 1));
    // Products of these would overflow 128 bits.
    const Int128 wide = Int128{1} << 120;
    EXPECT_LT(Ratio(wide - 1, wide), Ratio(wide, wide + 1));
    EXPECT_GT(Ratio(-(wide - 1), wide), Ratio(-wide, wide + 1));
    EXPECT_EQ(Ratio(wide, wide * 2), Ratio(1, 2));
    EXPECT_LT(Ratio(-wide, 3), Ratio(wide, 3));
    EXPECT_GT(Ratio::infinity(), Ratio(wide));
    EXPECT_EQ(Ratio::infinity(), Ratio(7, 0));
}

TEST(Ratio, WideComparisonAgreesWithTheNarrowOne) {
    SeededRandom random(1);
    for (int i = 0; i < 20000; ++i) {
        const auto draw = [&] { return static_cast<Int128>(random.below(40)) - 20; };
        const Int128 a = draw(), c = draw(), b = random.below(20) + 1, d = random.below(20) + 1;
        const Int128 factor = Int128{1} << 70;  // pushes the same fractions onto the wide path
        EXPECT_EQ(Ratio(a, b) <=> Ratio(c, d), Ratio(a * factor, b * factor) <=> Ratio(c * factor, d * factor));
    }
}

}  // namespace ratio_test
}  // namespace scrim
