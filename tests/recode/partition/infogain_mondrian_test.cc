#include "kernel/core/text.h"
#include "tests/recode/partition/naive_mondrian.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace scrim::recode {
namespace infogain_mondrian_test {

using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::NaiveMondrian;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

using Groups = std::vector<std::vector<Member>>;

// Bits about the target that are unknown within the groups, of all records together.
double unknown(const Problem& problem, const Groups& groups) {
    double bits = 0;
    for (const auto& members : groups) {
        std::map<Code, double> counts;
        double all = 0;
        for (const Member& member : members) {
            counts[problem.column(problem.target)[member.tuple]] += member.records;
            all += member.records;
        }
        for (const auto& [target, count] : counts) bits -= count * std::log2(count / all);
    }
    return bits;
}

// The target follows sex; to the loss, age is worth more.
TEST(InfogainMondrian, CutsWhereTheTargetChanges) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"20", "30", "40", "50", "60", "70"}, {}, 5},
                            {"sex", {"m", "f", "m", "f", "m", "f"}}};
    of.sensitive = {{"class", {"yes", "no", "yes", "no", "yes", "no"}}};
    of.require = {"k_anonymity(k=3)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("infogain_mondrian", problem);
    ASSERT_TRUE(recoding.ok());
    ASSERT_EQ(recoding->size(), 2u);
    for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_EQ(recoding->box(c)[0].width(), 5u);
        EXPECT_EQ(recoding->box(c)[1].width(), 1u);
    }
    EXPECT_EQ(unknown(problem, testing::classes_of(*recoding)), 0);
    EXPECT_GT(unknown(problem, testing::classes_of(*run("mondrian", problem))), 1);
}

// The age at which the target changes is not the median.
TEST(InfogainMondrian, FindsThePositionOnANumber) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"20", "21", "22", "40", "41", "42", "43", "44"}}};
    of.sensitive = {{"class", {"no", "no", "no", "yes", "yes", "yes", "yes", "yes"}}};
    of.require = {"k_anonymity(k=3)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("infogain_mondrian", problem);
    ASSERT_TRUE(recoding.ok());
    ASSERT_EQ(recoding->size(), 2u);
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 3}));
    EXPECT_EQ(recoding->box(1)[0], (Span{3, 8}));
}

// Every way to cut all records once. k is more than a third of them, so that numbers are cut at most once.
Groups groups_of(const Problem& problem, std::size_t attribute, const std::vector<Span>& spans) {
    Groups groups(spans.size());
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
        for (std::size_t s = 0; s < spans.size(); ++s)
            if (spans[s].contains(problem.column(attribute)[t])) groups[s].push_back({t, problem.tuples->weights[t]});
    return groups;
}

TEST(InfogainMondrian, TakesTheBestOfAllFirstCuts) {
    SeededRandom random(31);
    int cut = 0;
    for (int round = 0; round < rounds(150); ++round) {
        ProblemOf of = random_table(random, 20, 3, 3);
        for (auto& column : of.quasi_identifiers) column.hierarchy.clear();
        of.require = {"k_anonymity(k=7)"};
        const Problem problem = make_problem(of);
        const auto recoding = run("infogain_mondrian(categories=order)", problem);
        ASSERT_TRUE(recoding.ok());
        double best = INFINITY;
        for (std::size_t a = 0; a < problem.dimensions(); ++a)
            for (Code bound = 1; bound < problem.quasi_identifiers[a].domain().size(); ++bound) {
                const Groups groups =
                    groups_of(problem, a, {{0, bound}, {bound, problem.quasi_identifiers[a].domain().size()}});
                Demands::Scratch scratch;
                if (problem.demands.holds(groups[0], scratch) && problem.demands.holds(groups[1], scratch))
                    best = std::min(best, unknown(problem, groups));
            }
        const Groups classes = testing::classes_of(*recoding);
        ASSERT_EQ(classes.size(), std::isinf(best) ? 1u : 2u);
        if (classes.size() < 2) continue;
        ++cut;
        EXPECT_NEAR(unknown(problem, classes), best, 1e-6);
    }
    EXPECT_GT(cut, 50);
}

TEST(InfogainMondrian, IsValidAndCannotBeCutFurther) {
    SeededRandom random(32);
    const std::vector<std::vector<std::string>> requirements = {
        {"k_anonymity(k=2)"}, {"k_anonymity(k=3)", "l_diversity_distinct(l=2)"}, {"t_closeness(t=0.4)"}};
    for (int round = 0; round < rounds(120); ++round) {
        ProblemOf of = random_table(random, 40, 3, 3);
        of.require = requirements[static_cast<std::size_t>(round) % requirements.size()];
        const Problem problem = make_problem(of);
        const auto recoding = run("infogain_mondrian", problem);
        if (!recoding.ok()) continue;
        expect_valid(problem, *recoding);
        for (const auto& members : testing::classes_of(*recoding))
            EXPECT_FALSE((NaiveMondrian{problem}.can_be_cut(members)));
    }
}

TEST(InfogainMondrian, CountsPeople) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "1", "1", "2", "2", "3", "4", "4"}}};
    of.sensitive = {{"class", {"a", "a", "a", "b", "b", "b", "b", "b"}}};
    of.person = {"ann", "ann", "ann", "bob", "cid", "dan", "eve", "fay"};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("infogain_mondrian", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    // Ann's three records alone would know the target best.
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 2}));
}

TEST(InfogainMondrian, NeedsATarget) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2"}}};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_THAT(run("infogain_mondrian", make_problem(of)).error().message, HasSubstr("needs a target"));
}

}  // namespace infogain_mondrian_test
}  // namespace scrim::recode
