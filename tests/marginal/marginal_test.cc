// Factors, junction trees and graphical models, compared with tables of all combinations.
#include "kernel/marginal/graphical_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

namespace scrim::marginal {
namespace marginal_test {

// Digits of a cell of the table of all variables.
std::vector<std::uint32_t> digits(std::size_t cell, const Sizes& sizes) {
    std::vector<std::uint32_t> found(sizes.size());
    for (std::size_t v = sizes.size(); v-- > 0;) {
        found[v] = static_cast<std::uint32_t>(cell % sizes[v]);
        cell /= sizes[v];
    }
    return found;
}

std::size_t place(const std::vector<std::uint32_t>& digits, const Variables& some, const Sizes& sizes) {
    std::size_t at = 0;
    for (const Variable v : some) at = at * sizes[v] + digits[v];
    return at;
}

Variables all_of(const Sizes& sizes) {
    Variables all(sizes.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

Variables random_set(SeededRandom& random, std::size_t variables, std::uint64_t most) {
    Variables set;
    for (Variable v = 0; v < variables; ++v)
        if (set.size() < most && random.below(3) == 0) set.push_back(v);
    if (set.empty()) set.push_back(static_cast<Variable>(random.below(variables)));
    return set;
}

Sizes random_sizes(SeededRandom& random, std::size_t variables) {
    Sizes sizes;
    for (std::size_t v = 0; v < variables; ++v) sizes.push_back(static_cast<std::uint32_t>(1 + random.below(3)));
    return sizes;
}

TEST(Factor, SumsAndProductsAreThoseOfSingleCells) {
    SeededRandom random(1);
    for (int round = 0; round < 50; ++round) {
        const Sizes sizes = random_sizes(random, 5);
        Factor a(random_set(random, 5, 4), sizes), b(random_set(random, 5, 4), sizes);
        for (double& cell : a.cells) cell = static_cast<double>(random.below(100));
        for (double& cell : b.cells) cell = static_cast<double>(random.below(100));
        const Factor both = product(a, b, sizes);
        Variables some;
        for (const Variable v : both.variables)
            if (random.below(2) == 0) some.push_back(v);
        const Factor sums = both.summed_to(some, sizes), logs = both.log_summed_to(some, sizes);
        std::vector<double> slow(sums.cells.size()), slow_logs(sums.cells.size());
        std::map<std::size_t, bool> seen;
        for (std::size_t cell = 0; cell < cells_of(all_of(sizes), sizes); ++cell) {
            const auto at = digits(cell, sizes);
            const double value = a.cells[place(at, a.variables, sizes)] * b.cells[place(at, b.variables, sizes)];
            EXPECT_EQ(both.cells[place(at, both.variables, sizes)], value);
            if (seen.emplace(place(at, both.variables, sizes), true).second) {
                slow[place(at, some, sizes)] += value;
                slow_logs[place(at, some, sizes)] += std::exp(value - 10000);
            }
        }
        EXPECT_EQ(sums.cells, slow);
        for (std::size_t i = 0; i < logs.cells.size(); ++i)
            if (slow_logs[i] > 1e-300) EXPECT_NEAR(logs.cells[i], std::log(slow_logs[i]) + 10000, 1e-9);
    }
}

TEST(JunctionTree, HoldsEverySetAndVariablesStayConnected) {
    SeededRandom random(2);
    for (int round = 0; round < 100; ++round) {
        const Sizes sizes = random_sizes(random, 7);
        std::vector<Variables> sets;
        for (std::uint64_t i = random.below(6); i > 0; --i) sets.push_back(random_set(random, 7, 3));
        const JunctionTree tree(sets, sizes);
        for (const Variables& set : sets) EXPECT_LT(tree.holding(set, sizes), tree.cliques.size());
        for (Variable v = 0; v < 7; ++v) {
            // The cliques that have it are one subtree: all but one of them share it with their parents.
            std::size_t with = 0, with_parent = 0;
            for (std::size_t c = 0; c < tree.cliques.size(); ++c) {
                const auto& clique = tree.cliques[c];
                with += contains_all(clique.variables, {v}) ? 1 : 0;
                if (c == 0) continue;
                EXPECT_LT(clique.parent, c);
                EXPECT_EQ(clique.shared, common(clique.variables, tree.cliques[clique.parent].variables));
                with_parent += contains_all(clique.shared, {v}) ? 1 : 0;
            }
            EXPECT_GE(with, 1u);
            EXPECT_EQ(with, with_parent + 1);
        }
    }
}

// The table of all combinations that the model stands for, by its cliques: a product of theirs over what they share.
std::vector<double> whole_table(const GraphicalModel& model) {
    const Sizes& sizes = model.sizes();
    std::vector<double> cells(cells_of(all_of(sizes), sizes), model.total());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const auto at = digits(cell, sizes);
        for (std::size_t c = 0; c < model.tree().cliques.size(); ++c) {
            const auto& clique = model.tree().cliques[c];
            cells[cell] *= model.marginal(clique.variables).cells[place(at, clique.variables, sizes)] / model.total();
            if (c > 0)
                cells[cell] /= model.marginal(clique.shared).cells[place(at, clique.shared, sizes)] / model.total();
        }
    }
    return cells;
}

TEST(GraphicalModel, MarginalsAgreeWithTheTableOfAllCombinations) {
    SeededRandom random(3);
    for (int round = 0; round < 20; ++round) {
        const Sizes sizes = random_sizes(random, 5);
        std::vector<Variables> sets;
        for (std::uint64_t i = 1 + random.below(5); i > 0; --i) sets.push_back(random_set(random, 5, 2));
        std::vector<Measured> measured;
        for (const Variables& set : sets) {
            Measured one{Factor(set, sizes), 1 + static_cast<double>(random.below(5))};
            for (double& cell : one.counts.cells) cell = static_cast<double>(random.below(40)) - 5;
            measured.push_back(one);
        }
        GraphicalModel model(sizes, sets);
        model.fit(measured, total_of(measured), 50, [] { return false; });
        const std::vector<double> table = whole_table(model);
        EXPECT_NEAR(std::accumulate(table.begin(), table.end(), 0.0), model.total(), 1e-6 * model.total());
        const auto pairs = model.pairs();
        for (Variable a = 0; a < 5; ++a)
            for (Variable b = a + 1; b < 5; ++b) {
                std::vector<double> slow(sizes[a] * sizes[b]);
                for (std::size_t cell = 0; cell < table.size(); ++cell)
                    slow[place(digits(cell, sizes), {a, b}, sizes)] += table[cell];
                ASSERT_EQ(pairs[a][b].variables, (Variables{a, b}));
                for (std::size_t i = 0; i < slow.size(); ++i)
                    EXPECT_NEAR(pairs[a][b].cells[i], slow[i], 1e-6 * model.total());
            }
    }
}

// Counts without noise are found again.
TEST(GraphicalModel, FitsExactCounts) {
    SeededRandom random(4);
    const Sizes sizes{3, 4, 2, 3};
    std::vector<std::vector<std::uint32_t>> rows;
    for (int i = 0; i < 500; ++i) {
        const auto a = static_cast<std::uint32_t>(random.below(3));
        const auto b = static_cast<std::uint32_t>((a + random.below(2)) % 4);
        rows.push_back({a, b, static_cast<std::uint32_t>(b / 2), static_cast<std::uint32_t>(random.below(3))});
    }
    const std::vector<Variables> sets{{0, 1}, {1, 2}, {0, 3}};
    std::vector<Measured> measured;
    for (const Variables& set : sets) {
        Measured one{Factor(set, sizes), 1};
        for (const auto& row : rows) one.counts.cells[place(row, set, sizes)] += 1;
        measured.push_back(one);
    }
    EXPECT_NEAR(total_of(measured), 500, 1e-9);
    GraphicalModel model(sizes, {{0}});
    model = model.with(sets);
    model.fit(measured, 500, 3000, [] { return false; });
    for (const Measured& one : measured) {
        const Factor found = model.marginal(one.counts.variables);
        for (std::size_t i = 0; i < found.cells.size(); ++i) EXPECT_NEAR(found.cells[i], one.counts.cells[i], 2);
    }
}

// Every combination of the variables of the root is drawn as often as expected, rounded up or down.
TEST(GraphicalModel, DrawnRecordsAreAsExpected) {
    SeededRandom random(5);
    const Sizes sizes{3, 4, 5};
    Measured one{Factor({0, 1}, sizes), 1};
    for (std::size_t i = 0; i < one.counts.cells.size(); ++i) one.counts.cells[i] = static_cast<double>(i * i % 7);
    GraphicalModel model(sizes, {{0, 1}});
    const double total = total_of({one});
    model.fit({one}, total, 2000, [] { return false; });
    for (const std::uint64_t records : {1, 7, 100, 1000}) {
        const auto columns = model.drawn(records, random);
        ASSERT_EQ(columns.size(), 3u);
        const Factor expected = model.marginal({0, 1});
        std::vector<double> found(12);
        for (std::uint64_t i = 0; i < records; ++i) {
            ASSERT_LT(columns[2][i], 5u);
            found[columns[0][i] * 4 + columns[1][i]] += 1;
        }
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_NEAR(found[i], expected.cells[i] / total * static_cast<double>(records), 1 + 1e-6);
    }
}

}  // namespace marginal_test
}  // namespace scrim::marginal
