#include "kernel/core/logarithm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace scrim {
namespace logarithm_test {

std::optional<int> sign(std::initializer_list<LogSum::Term> terms, Int128 constant = 0) {
    LogSum sum(constant);
    for (const LogSum::Term& term : terms) sum.add(term.coefficient, term.argument);
    return sum.sign();
}

const Int128 largest = ~(Int128{1} << 127);

TEST(LogSum, EasySums) {
    EXPECT_EQ(sign({}), 0);
    EXPECT_EQ(sign({{1, 2}}), 1);
    EXPECT_EQ(sign({{-1, 2}}), -1);
    EXPECT_EQ(sign({{5, 1}}), 0);
    EXPECT_EQ(sign({{3, 2}, {-2, 3}}), -1);  // 8 < 9
    EXPECT_EQ(sign({}, -7), -1);
    EXPECT_EQ(sign({{1, 20}}, -3), -1);  // ln 20 = 2.9957
    EXPECT_EQ(sign({{1, 21}}, -3), 1);
}

TEST(LogSum, ZeroIsRecognizedExactly) {
    EXPECT_EQ(sign({{1, 6}, {-1, 2}, {-1, 3}}), 0);
    EXPECT_EQ(sign({{1, 4}, {-2, 2}}), 0);
    EXPECT_EQ(sign({{1, 36}, {-1, 12}, {-1, 3}}), 0);
    EXPECT_EQ(sign({{2, 12}, {-1, 144}, {7, 9}, {-14, 3}}), 0);
    // A product of two large primes: no factorization could be waited for.
    const Int128 p = 1'000'000'000'000'000'003, q = 1'000'000'000'000'000'009;
    EXPECT_EQ(sign({{1, p * q}, {-1, p}, {-1, q}}), 0);
    EXPECT_EQ(sign({{1, p * q}, {-1, p}, {-1, q}}, 1), 1);
    EXPECT_EQ(sign({{1, largest}, {-1, largest}}), 0);
}

TEST(LogSum, HardSums) {
    // Equal to 1 in 10^30, far beyond doubles.
    const Int128 big = static_cast<Int128>(1e30);
    EXPECT_EQ(sign({{1, big + 1}, {-1, big}}), 1);
    EXPECT_EQ(sign({{-1, big + 1}, {1, big}}), -1);
    EXPECT_EQ(sign({{1, largest}, {-1, largest - 1}}), 1);
    // Powers of 2 against powers of 3, by the convergents of ln 3 / ln 2, which lie below and above it in turn.
    EXPECT_EQ(sign({{1054, 2}, {-665, 3}}), -1);
    EXPECT_EQ(sign({{24727, 2}, {-15601, 3}}), 1);
    EXPECT_EQ(sign({{766512153894657, 2}, {-483615324366283, 3}}), -1);
    EXPECT_EQ(sign({{9115015689657667, 2}, {-5750934602875680, 3}}), 1);
    // e is not rational: 2.718281828459045235360287471352662497 lies below it, the next digit above.
    const Int128 tenth36 = *power_of_ten(36);
    const Int128 digits = *parse_int128("2718281828459045235360287471352662497");
    EXPECT_EQ(sign({{1, digits}, {-1, tenth36}}, -1), -1);
    EXPECT_EQ(sign({{1, digits + 1}, {-1, tenth36}}, -1), 1);
}

TEST(LogSum, CoefficientsThatDoNotFitAreUndecidedOrRight) {
    EXPECT_EQ(sign({{largest, 2}, {largest, 2}, {-largest, 2}, {-largest, 2}}).value_or(0), 0);
    EXPECT_EQ(sign({{largest, 3}, {-largest, 2}}), 1);
}

TEST(LogSum, AgreesWithPowersOnRandomSums) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 3000; ++round) {
        // Products that fit 128 bits, so that they can be compared directly.
        Uint128 above = 1, below = 1;
        LogSum sum;
        for (int i = 0; i < 4; ++i) {
            const Int128 argument = 1 + static_cast<Int128>(random() % 12);
            const int coefficient = static_cast<int>(random() % 7) - 3;
            sum.add(coefficient, argument);
            Uint128& side = coefficient > 0 ? above : below;
            for (int j = 0; j < std::abs(coefficient); ++j) side *= static_cast<Uint128>(argument);
        }
        ASSERT_EQ(sum.sign(), (above > below) - (above < below));
    }
}

TEST(LogSum, ClearStartsAgain) {
    LogSum sum(5);
    sum.add(1, 7);
    sum.clear();
    EXPECT_EQ(sum.sign(), 0);
}

TEST(LogSum, ExpIsRoundedDown) {
    // 3 ln 3 - 2 ln 2 over 3: 3 / 4^(1/3) = 1.889881574842309…
    LogSum sum;
    sum.add(3, 3);
    sum.add(-2, 2);
    EXPECT_EQ(sum.exp_rounded_down(3), Ratio(1889881574, 1'000'000'000));
    // Exact where the truth is a multiple of 10^-9 …
    LogSum twice;
    twice.add(2, 12);
    EXPECT_EQ(twice.exp_rounded_down(2), Ratio(12));
    EXPECT_EQ(LogSum().exp_rounded_down(4), Ratio(1));
    // … and also where doubles cannot tell neighbors apart.
    LogSum large;
    large.add(1, Int128{1} << 60);
    EXPECT_EQ(large.exp_rounded_down(1), Ratio(Int128{1} << 60));
}

TEST(CompareLog, EqualOnlyAtOne) {
    EXPECT_EQ(compare_log(Ratio(1), Ratio(0)), 0);
    EXPECT_EQ(compare_log(Ratio(7, 7), Ratio(0, 3)), 0);
    EXPECT_EQ(compare_log(Ratio(7, 7), Ratio(1, largest)), -1);
    EXPECT_EQ(compare_log(Ratio(1, 2), Ratio(-1)), 1);
    EXPECT_EQ(compare_log(Ratio(1, 3), Ratio(-1)), -1);
    // ln 2 = 0.693147180559945309417232121458176568075…
    const Int128 tenth36 = *power_of_ten(36);
    const Int128 digits = *parse_int128("693147180559945309417232121458176568");
    EXPECT_EQ(compare_log(Ratio(2), Ratio(digits, tenth36)), 1);
    EXPECT_EQ(compare_log(Ratio(2), Ratio(digits + 1, tenth36)), -1);
}

TEST(CompareLog, LogIsRoundedUp) {
    EXPECT_EQ(log_rounded_up(Ratio(2)), Ratio(693147181, 1'000'000'000));
    EXPECT_EQ(log_rounded_up(Ratio(1)), Ratio(0));
    EXPECT_EQ(log_rounded_up(Ratio(*power_of_ten(30) + 1, *power_of_ten(30))), Ratio(1, 1'000'000'000));
    std::mt19937_64 random(2);
    for (int round = 0; round < 2000; ++round) {
        const Int128 a = 1 + random() % 100000, b = 1 + random() % static_cast<std::uint64_t>(a);
        const Ratio up = log_rounded_up(Ratio(a, b));
        ASSERT_LE(compare_log(Ratio(a, b), up).value(), 0);
        ASSERT_GT(compare_log(Ratio(a, b), Ratio(up.numerator() - 1, up.denominator())).value(), 0);
        ASSERT_NEAR(up.to_double(), std::log(static_cast<double>(a) / static_cast<double>(b)), 2e-9);
    }
}

}  // namespace logarithm_test
}  // namespace scrim
