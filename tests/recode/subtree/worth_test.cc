#include "kernel/recode/subtree/worth.h"
#include "tests/recode/problem_maker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace scrim::recode {
namespace worth_test {

using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;

// Entropy of the target among the kept records with a value in the span, and how many they are.
std::pair<double, double> entropy(const Problem& problem, const std::vector<char>& kept, std::size_t a, Span span) {
    std::map<Code, double> counts;
    double all = 0;
    for (std::size_t t = 0; t < kept.size(); ++t) {
        if (!kept[t] || !span.contains(problem.column(a)[t])) continue;
        counts[problem.column(problem.target)[t]] += problem.tuples->weights[t];
        all += problem.tuples->weights[t];
    }
    double bits = 0;
    for (const auto& [target, count] : counts) bits -= count / all * std::log2(count / all);
    return {bits, all};
}

TEST(Worth, IsTheDecreaseOfEntropyAndOfLoss) {
    SeededRandom random(6);
    for (int round = 0; round < 100; ++round) {
        ProblemOf of = random_table(random, 50, 2, 3);
        of.quasi_identifiers[0].weight = 2.5;
        const Problem problem = make_problem(of);
        std::vector<char> kept(problem.tuples->size(), 1);
        for (char& keep : kept) keep = random.below(5) > 0;
        const recode::subtree::Worth information(problem, kept, true), loss(problem, kept, false);
        double records = 0;
        for (std::size_t t = 0; t < kept.size(); ++t) records += kept[t] ? problem.tuples->weights[t] : 0;
        for (std::size_t a = 0; a < 2; ++a) {
            const Code size = problem.quasi_identifiers[a].domain().size();
            const std::vector<recode::subtree::Gain> by_information = information.of_cuts(a, {0, size}),
                                                     by_loss = loss.of_cuts(a, {0, size});
            ASSERT_EQ(by_information.size(), size - 1);
            for (Code cut = 1; cut < size; ++cut) {
                const Span whole{0, size}, left{0, cut}, right{cut, size};
                const auto [before, all] = entropy(problem, kept, a, whole);
                const auto [bits_left, records_left] = entropy(problem, kept, a, left);
                const auto [bits_right, records_right] = entropy(problem, kept, a, right);
                const double gained = before - (records_left * bits_left + records_right * bits_right) / all;
                const double saved = (records_left * (size - cut) + records_right * cut) / (size - 1) / records *
                                     problem.quasi_identifiers[a].weight;
                EXPECT_NEAR(by_information[cut - 1].first, gained, 1e-9);
                EXPECT_NEAR(by_information[cut - 1].second, saved, 1e-9);
                EXPECT_NEAR(by_loss[cut - 1].first, saved, 1e-9);
                const std::vector<Span> parts{left, right};
                EXPECT_NEAR(information.of(a, whole, parts).first, gained, 1e-9);
                EXPECT_NEAR(loss.of(a, whole, parts).first, saved, 1e-9);
            }
        }
    }
}

TEST(Worth, OfNoRecordsIsNothing) {
    ProblemOf of;
    of.quasi_identifiers = {{"a", {"1", "2"}, {}}};
    of.sensitive = {{"s", {"x", "y"}, {}}};
    of.require = {"k_anonymity(k=1)"};
    const Problem problem = make_problem(of);
    const recode::subtree::Worth worth(problem, {0, 0}, true);
    EXPECT_EQ(worth.of_cuts(0, {0, 2}).front().first, 0);
}

}  // namespace worth_test
}  // namespace scrim::recode
