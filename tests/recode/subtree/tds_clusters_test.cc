#include "kernel/core/text.h"
#include "tests/recode/problem_maker.h"
#include "tests/recode/subtree/cut_oracle.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

namespace scrim::recode {
namespace tds_clusters_test {

using testing::ColumnOf;
using testing::expect_minimal;
using testing::expect_valid;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

// Two clusters by city and income, which go together; sex is noise in both. One of the columns has to go.
ProblemOf two_cities() {
    ColumnOf city{"city", {}}, income{"income", {}}, sex{"sex", {}};
    for (int i = 0; i < 16; ++i) {
        city.values.push_back(i < 8 ? "north" : "south");
        income.values.push_back(std::to_string(i < 8 ? i % 2 : 50 + i % 2));
        sex.values.push_back(i % 3 == 0 ? "m" : "f");
    }
    ProblemOf of;
    of.quasi_identifiers = {sex, city, income};
    of.require = {"k_anonymity(k=8)"};
    return of;
}

TEST(TdsClusters, KeepsWhatTellsTheClustersApart) {
    const Problem problem = make_problem(two_cities());
    const auto recoding = run("tds_clusters(clusters=2)", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    ASSERT_EQ(recoding->size(), 2u);
    for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_EQ(recoding->records(c), 8u);
        EXPECT_EQ(recoding->box(c)[0].width(), 2u) << "sex";
        EXPECT_EQ(recoding->box(c)[1].width(), 1u) << "city";
    }
}

// It is topdown where the clusters are the target, and nothing is left that could be specialized.
TEST(TdsClusters, IsMinimal) {
    SeededRandom random(91);
    int released = 0;
    for (int round = 0; round < rounds(40); ++round) {
        ProblemOf of = random_table(random, 40, 3, 3);
        of.require = {round % 2 == 0 ? "k_anonymity(k=4)" : "l_diversity_distinct(l=2)"};
        const Problem problem = make_problem(of);
        const auto recoding = run("tds_clusters(clusters=3)", problem);
        if (!recoding.ok()) continue;
        ++released;
        expect_valid(problem, *recoding);
        expect_minimal(problem, *recoding, true);
    }
    EXPECT_GT(released, 20);
}

}  // namespace tds_clusters_test
}  // namespace scrim::recode
