#include "tests/recode/problem_maker.h"
#include "tests/recode/subtree/cut_oracle.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::recode {
namespace genetic_test {

using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

double detail(const Recoding& recoding, const std::string& name) {
    for (const auto& [key, value] : recoding.details)
        if (key == name) return std::stod(value);
    ADD_FAILURE() << name;
    return 0;
}

// Small enough that many children meet the optimum that k_optimize proves, in both of its costs.
TEST(Genetic, FindsTheOptimumOfSmallTables) {
    SeededRandom random(81);
    int best = 0, tables = 0;
    for (int round = 0; round < rounds(24); ++round) {
        ProblemOf of = random_table(random, 16, 2, 2);
        of.require = {"k_anonymity(k=2)"};
        of.suppress = random.below(3);
        Problem problem = make_problem(of);
        if (round % 2 == 0) problem.target = 0;
        problem.metric = metrics::find_metric(round % 2 == 0 ? "discernibility" : "classification");
        Problem exact = problem;
        exact.metric = metrics::find_metric("ncp");
        const auto optimum = run("k_optimize(steps=1000000)", exact),
                   found = run("genetic(children=300, seed=5)", problem);
        ASSERT_EQ(optimum.ok(), found.ok());
        if (!optimum.ok()) continue;
        ++tables;
        expect_valid(problem, *found);
        EXPECT_GE(*loss_of(problem, *found), *loss_of(problem, *optimum));
        best += *loss_of(problem, *found) == *loss_of(problem, *optimum);
    }
    EXPECT_GE(best * 10, tables * 8);
}

// For every metric, and for models that look at sensitive values or at several sets of columns.
TEST(Genetic, IsValidAndNeverWorseThanItsFirstGeneration) {
    SeededRandom random(82);
    const std::vector<std::vector<std::string>> requirements = {
        {"k_anonymity(k=3)"}, {"t_closeness(t=0.4)"}, {"k_anonymity(k=3, qid=[[q0, q1], [q2]])"}};
    int improved = 0;
    for (int round = 0; round < rounds(60); ++round) {
        ProblemOf of = random_table(random, 40, 3, 3);
        of.require = requirements[static_cast<std::size_t>(round) % requirements.size()];
        of.suppress = random.below(2) * random.below(8);
        of.metric = metrics::metrics()[random.below(metrics::metrics().size())]->name;
        const Problem problem = make_problem(of);
        const auto first = run("genetic(children=0, population=6, seed=3)", problem);
        const auto bred = run("genetic(children=60, population=6, seed=3)", problem);
        ASSERT_EQ(first.ok(), bred.ok());
        if (!first.ok()) continue;
        expect_valid(problem, *bred);
        // Prints each value the same everywhere, and everything holds.
        EXPECT_TRUE(testing::cuts_hold(problem, testing::cuts_of(problem, *bred), testing::kept_by(problem, *bred)));
        const double sign = problem.metric->lower_is_better ? 1 : -1;
        EXPECT_LE(sign * *loss_of(problem, *bred), sign * *loss_of(problem, *first));
        EXPECT_EQ(detail(*first, "best of all"), detail(*bred, "best of the first generation"));
        improved += *loss_of(problem, *bred) != *loss_of(problem, *first);
    }
    EXPECT_GT(improved, 10);
}

TEST(Genetic, TellsWhatToRelax) {
    ProblemOf of;
    of.quasi_identifiers = {{"job", {"a", "a", "b"}, {{"a", "x", "*"}, {"b", "y", "*"}}, 1, 1}};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_THAT(run("genetic", make_problem(of)).error().message, HasSubstr("even at the highest levels"));
}

}  // namespace genetic_test
}  // namespace scrim::recode
