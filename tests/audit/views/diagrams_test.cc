#include "methods/audit/databases/diagrams.h"

#include "methods/audit/databases/variable_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace scrim::audit::databases {
namespace diagrams_test {

// Random functions as diagrams and as tables of truth.
TEST(Diagrams, WeightsAddUp) {
    std::mt19937 random(3);
    const Limits limits(0, no_progress());
    constexpr std::uint32_t variables = 6;
    for (int round = 0; round < 50; ++round) {
        Diagrams diagrams(variables, limits);
        Diagram function = diagrams.constant(round % 2 == 0);
        std::vector<bool> table(1u << variables, round % 2 == 0);
        for (int step = 0; step < 12; ++step) {
            const std::uint32_t v = random() % variables;
            const bool positive = random() % 2 == 0, conjunction = random() % 2 == 0, negate = random() % 4 == 0;
            const Diagram literal = diagrams.literal(v, positive);
            function = conjunction ? function & literal : function | literal;
            if (negate) function = !function;
            for (std::uint32_t i = 0; i < table.size(); ++i) {
                const bool is = ((i >> v & 1) != 0) == positive;
                table[i] = conjunction ? table[i] && is : table[i] || is;
                if (negate) table[i] = !table[i];
            }
        }
        std::vector<Weight> weights;
        for (std::uint32_t v = 0; v < variables; ++v) weights.push_back({1 + random() % 3, 5 + v});
        mpz_class expected = 0;
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            if (!table[i]) continue;
            mpz_class weight = 1;
            for (std::uint32_t v = 0; v < variables; ++v)
                weight *= (i >> v & 1) != 0 ? weights[v].part : mpz_class(weights[v].whole - weights[v].part);
            expected += weight;
        }
        WeightedCount count(diagrams, weights);
        EXPECT_EQ(count.of(function), expected);
        EXPECT_EQ(count.of(diagrams.constant(true)), count.whole());
        ASSERT_TRUE(diagrams.check());
    }
}

// Something in every row and every column of a grid needs many nodes in any order: it is refused, and the next one
// works.
TEST(Diagrams, TooManyNodes) {
    const Limits limits(0, no_progress());
    {
        constexpr std::uint32_t side = 10;
        Diagrams diagrams(side * side, limits, 5'000);
        Diagram all = diagrams.constant(true);
        for (std::uint32_t i = 0; i < side && diagrams.check(); ++i) {
            Diagram row = diagrams.constant(false), column = row;
            for (std::uint32_t k = 0; k < side; ++k) {
                row = row | diagrams.literal(i * side + k);
                column = column | diagrams.literal(k * side + i);
            }
            all = all & row;
            all = all & column;
        }
        const auto checked = diagrams.check();
        ASSERT_FALSE(checked);
        EXPECT_NE(checked.error().message.find("more than 5,000 nodes"), std::string::npos);
    }
    Diagrams diagrams(2, limits);
    WeightedCount count(diagrams, {});
    EXPECT_EQ(count.of(diagrams.literal(0) | diagrams.literal(1)), 3);
    EXPECT_TRUE(diagrams.check());
}

TEST(VariableOrder, KeepsSetsTogether) {
    // Rows and columns of a grid, numbered so that rows are far apart.
    std::mt19937 random(5);
    constexpr std::uint32_t pairs = 20;
    std::vector<std::uint32_t> number(2 * pairs);
    for (std::uint32_t i = 0; i < number.size(); ++i) number[i] = i;
    std::shuffle(number.begin(), number.end(), random);
    std::vector<std::vector<std::uint32_t>> sets;
    for (std::uint32_t i = 0; i < pairs; ++i) sets.push_back({number[2 * i], number[2 * i + 1]});
    const VariableOrder order = order_variables(2 * pairs, sets);
    EXPECT_EQ(order.width, 1u);
    std::vector<std::uint32_t> sorted = order.position;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) EXPECT_EQ(sorted[i], i);
}

}  // namespace diagrams_test
}  // namespace scrim::audit::databases
