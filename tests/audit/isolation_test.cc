#include "kernel/core/random.h"
#include "methods/audit/release/isolated_points.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

namespace scrim::audit {
namespace isolation_test {

Points line(const std::vector<int>& at) {
    Points points{1, {}};
    for (const int x : at) points.coordinates.push_back(x);
    return points;
}

std::vector<std::uint64_t> within(const std::vector<Isolated>& isolated) {
    std::vector<std::uint64_t> all;
    for (const Isolated& one : isolated) all.push_back(one.within);
    return all;
}

using Within = std::vector<std::uint64_t>;

TEST(Isolation, WorkedExample) {
    const Points people = line({0, 1, 2, 10});
    EXPECT_EQ(within(isolated_points(people, line({9}), {10}, Ratio(2), 3)), (Within{0, 0, 0, 1}));
    EXPECT_EQ(within(isolated_points(people, line({1}), {10}, Ratio(2), 3)), (Within{0, 1, 0, 0}));
    // At c = 9 the ball around 9 holds all: 9 - 0 is 9 times 10 - 9.
    EXPECT_EQ(within(isolated_points(people, line({9}), {10}, Ratio(9), 4)), (Within{0, 0, 0, 0}));
    EXPECT_EQ(within(isolated_points(people, line({9}), {10}, *Ratio::parse("8.999"), 4)), (Within{0, 0, 0, 3}));
    // Nobody can be hidden among more people than there are.
    EXPECT_EQ(within(isolated_points(people, line({9}), {10}, Ratio(9), 5)), (Within{4, 4, 4, 4}));
}

// The definition: every guess, every person, every other, in fractions.
TEST(Isolation, AgreesWithTheDefinition) {
    SeededRandom random(5);
    for (int round = 0; round < rounds(300); ++round) {
        Points people{1 + random.below(3), {}}, guesses{people.dimensions, {}};
        std::vector<Int128> ranges;
        for (std::size_t d = 0; d < people.dimensions; ++d) ranges.push_back(static_cast<Int128>(1 + random.below(4)));
        const std::size_t n = 1 + random.below(8), m = random.below(5);
        for (std::size_t i = 0; i < n * people.dimensions; ++i)
            people.coordinates.push_back(static_cast<Int128>(random.below(6)));
        for (std::size_t i = 0; i < m * people.dimensions; ++i)
            guesses.coordinates.push_back(static_cast<Int128>(random.below(6)));
        const Ratio c(static_cast<Int128>(2 + random.below(7)), 2);
        const std::uint64_t t = 1 + random.below(6);
        // Times all ranges, 144 squared at most.
        const auto square = [&](const Int128* p, const Int128* q) {
            Int128 all = 0;
            for (std::size_t d = 0; d < people.dimensions; ++d)
                all += (p[d] - q[d]) * (p[d] - q[d]) * 144 / (ranges[d] * ranges[d]);
            return all;
        };
        Within expected(n, 0);
        for (std::size_t q = 0; q < m; ++q)
            for (std::size_t p = 0; p < n; ++p) {
                std::uint64_t ball = 0;
                for (std::size_t x = 0; x < n; ++x)
                    ball += square(people[x], guesses[q]) * c.denominator() * c.denominator() <=
                            square(people[p], guesses[q]) * c.numerator() * c.numerator();
                if (ball < t && (expected[p] == 0 || ball < expected[p])) expected[p] = ball;
            }
        ASSERT_EQ(within(isolated_points(people, guesses, ranges, c, t)), expected);
    }
}

}  // namespace isolation_test
}  // namespace scrim::audit
