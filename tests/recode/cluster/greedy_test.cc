// The two greedy algorithms of Xu and others: always valid, near the optimum of tiny tables, never below it.
#include "tests/recode/cluster/best_partition.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <map>

namespace scrim::testing {
namespace greedy_test {

const std::vector<std::string> both = {"greedy_bottomup", "greedy_topdown"};

const std::vector<std::vector<std::string>> demands = {
    {"k_anonymity(k=2)"},          {"k_anonymity(k=5)"},
    {"l_diversity_distinct(l=2)"}, {"k_anonymity(k=3)", "l_diversity_entropy(l=1.7)"},
    {"t_closeness(t=0.3)"},        {"alpha_k_anonymity(alpha=0.6, k=3)"},
};

// Three near pairs, far from each other.
TEST(Greedy, FindsGroupsThatAreThere) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"10", "50", "90", "11", "51", "91"}}, {"zip", {"1", "5", "9", "1", "5", "9"}}};
    of.require = {"k_anonymity(k=2)"};
    const recode::Problem problem = make_problem(of);
    for (const std::string& name : both) {
        const auto recoding = run(name, problem);
        ASSERT_TRUE(recoding.ok());
        ASSERT_EQ(recoding->size(), 3u) << name;
        for (std::size_t c = 0; c < 3; ++c) {
            EXPECT_EQ(recoding->box(c)[0].width(), 2u) << name;
            EXPECT_EQ(recoding->box(c)[1].width(), 1u) << name;
        }
    }
}

// One record is left over by a cut: the group of three lends its nearest.
TEST(Greedy, TakesTheNearestRecordOfAGroupThatCanSpareIt) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2", "30", "31", "32", "33", "60"}}};
    of.require = {"k_anonymity(k=2)"};
    const recode::Problem problem = make_problem(of);
    for (const std::string& name : both) {
        const auto recoding = run(name, problem);
        ASSERT_TRUE(recoding.ok());
        expect_valid(problem, *recoding);
        EXPECT_GE(recoding->size(), 3u) << name;
    }
}

TEST(Greedy, IsValidOnRandomTables) {
    SeededRandom random(61);
    int released = 0;
    for (int round = 0; round < rounds(60); ++round) {
        ProblemOf of = random_table(random, 5 + random.below(60), 1 + random.below(4), 2 + random.below(3));
        of.require = demands[random.below(demands.size())];
        for (ColumnOf& column : of.quasi_identifiers)
            if (random.below(4) == 0) column.max_level = static_cast<int>(random.below(2));
        const recode::Problem problem = make_problem(of);
        for (const std::string& name : both) {
            const auto recoding = run(name, problem);
            if (!recoding.ok()) continue;
            ++released;
            expect_valid(problem, *recoding);
            EXPECT_EQ(recoding->records(), problem.records());
            const auto again = run(name, problem);
            EXPECT_EQ(loss_of(problem, *recoding), loss_of(problem, *again)) << "chance shows in the result";
        }
    }
    EXPECT_GT(released, 60);
}

TEST(Greedy, IsNearTheOptimumOfTinyTables) {
    SeededRandom random(62);
    std::map<std::string, double> lost;
    double least = 0;
    for (int round = 0; round < rounds(30); ++round) {
        ProblemOf of = random_table(random, 7, 2, 2);
        of.require = demands[random.below(3)];
        const recode::Problem problem = make_problem(of);
        const auto optimum = best_partition(problem);
        if (!optimum) continue;
        least += *optimum;
        for (const std::string& name : both) {
            const auto recoding = run(name, problem);
            ASSERT_TRUE(recoding.ok());
            EXPECT_GE(weighted_loss(problem, *recoding), *optimum - 1e-9);
            lost[name] += weighted_loss(problem, *recoding);
        }
    }
    for (const std::string& name : both) EXPECT_LT(lost[name], 1.6 * least) << name;
}

}  // namespace greedy_test
}  // namespace scrim::testing
