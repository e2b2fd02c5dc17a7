// Progressive local recoding: what goes back, compared with every way to divide tiny tables; nothing that could be
// specialized is left.
#include "kernel/core/text.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <map>

namespace scrim::recode {
namespace progressive_local_test {

using testing::ColumnOf;
using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

// The diseases of a class that prints this span of the first attribute.
std::vector<std::string> diseases(const Problem& problem, const Recoding& recoding, Span printed) {
    std::vector<std::string> found;
    for (std::size_t c = 0; c < recoding.size(); ++c)
        if (recoding.box(c)[0] == printed)
            for (const Member& member : recoding.members(c)) {
                const Column& column = problem.column(problem.dimensions());
                found.insert(found.end(), member.records, column.domain().label(column[member.tuple]));
            }
    std::sort(found.begin(), found.end());
    return found;
}

TEST(ProgressiveLocal, RecordsFollowWhereTheParentIsTooSmall) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"a", "a", "a", "b"}}};
    of.sensitive = {{"disease", {"flu", "cold", "cough", "flu"}}};
    of.require = {"alpha_k_anonymity(alpha=0.5, k=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("progressive_local", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    ASSERT_EQ(recoding->size(), 2u);
    EXPECT_EQ(diseases(problem, *recoding, {0, 2}).size(), 2u);
    EXPECT_EQ(diseases(problem, *recoding, {0, 1}).size(), 2u);
}

// The worked example of rollback.h.
TEST(ProgressiveLocal, RecordsFollowWhereAlphaFails) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"a", "a", "a", "a", "b", "b"}}};
    of.sensitive = {{"disease", {"flu", "cold", "cough", "ache", "flu", "flu"}}};
    of.require = {"alpha_k_anonymity(alpha=0.5, k=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("progressive_local", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    ASSERT_EQ(recoding->size(), 2u);
    const auto stays = diseases(problem, *recoding, {0, 1}), back = diseases(problem, *recoding, {0, 2});
    EXPECT_EQ(stays.size(), 2u);
    EXPECT_EQ(std::count(stays.begin(), stays.end(), "flu"), 1);
    EXPECT_EQ(std::count(back.begin(), back.end(), "flu"), 2);
}

// Of both attributes the one by which more records become exact: all by sex, four of six by zip.
TEST(ProgressiveLocal, TakesTheAttributeThatSpecializesMostRecords) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"a", "a", "a", "a", "b", "c"}}, {"sex", {"m", "f", "m", "f", "m", "f"}}};
    of.require = {"k_anonymity(k=3)"};
    const auto recoding = run("progressive_local", make_problem(of));
    ASSERT_TRUE(recoding.ok());
    ASSERT_EQ(recoding->size(), 2u);
    for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_EQ(recoding->box(c)[1].width(), 1u);
        EXPECT_GT(recoding->box(c)[0].width(), 1u);
    }
}

TEST(ProgressiveLocal, HalvesNumbersAndSetsMissingOnesApart) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2", "30", "31", "", ""}}};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("progressive_local", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    ASSERT_EQ(recoding->size(), 3u);
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 2}));
    EXPECT_EQ(recoding->box(1)[0], (Span{2, 4}));
    EXPECT_EQ(recoding->box(2)[0], (Span{4, 5}));
}

// One attribute without a hierarchy: each record prints its value or "*". The most records that can print their value.
std::uint64_t most_exact(const Problem& problem) {
    std::vector<std::uint32_t> records;
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
        records.insert(records.end(), problem.tuples->weights[t], t);
    std::uint64_t most = 0;
    Demands::Scratch scratch;
    for (std::uint32_t exact = 0; exact < 1u << records.size(); ++exact) {
        std::map<Code, std::vector<Member>> classes;
        for (std::size_t r = 0; r < records.size(); ++r) {
            const Code value = (exact >> r & 1) != 0 ? problem.column(0)[records[r]] : UINT32_MAX;
            classes[value].push_back({records[r], 1});
        }
        if (std::all_of(classes.begin(), classes.end(),
                        [&](const auto& one) { return problem.demands.holds(one.second, scratch); }))
            most = std::max<std::uint64_t>(most, static_cast<std::uint64_t>(std::popcount(exact)));
    }
    return most;
}

TEST(ProgressiveLocal, IsNearTheBestOfAllWaysToGoBack) {
    SeededRandom random(51);
    std::uint64_t best = 0, reached = 0;
    int specialized = 0;
    for (int round = 0; round < rounds(200); ++round) {
        ProblemOf of;
        ColumnOf zip{"zip", {}}, disease{"disease", {}};
        for (int row = 0; row < 9; ++row) {
            zip.values.push_back(format("z{}", random.below(3)));
            disease.values.push_back(format("d{}", random.below(4)));
        }
        of.quasi_identifiers = {zip};
        of.sensitive = {disease};
        of.require = {round % 2 == 0 ? "alpha_k_anonymity(alpha=0.5, k=2)" : "alpha_k_anonymity(alpha=0.4, k=3)"};
        const Problem problem = make_problem(of);
        const auto recoding = run("progressive_local", problem);
        if (!recoding.ok()) continue;
        expect_valid(problem, *recoding);
        std::uint64_t exact = 0;
        for (std::size_t c = 0; c < recoding->size(); ++c)
            if (recoding->box(c)[0].width() == 1) exact += recoding->records(c);
        const std::uint64_t most = most_exact(problem);
        ASSERT_LE(exact, most);
        best += most;
        reached += exact;
        specialized += exact > 0;
    }
    EXPECT_GT(specialized, 80);
    EXPECT_GT(static_cast<double>(reached), 0.95 * static_cast<double>(best));
}

// Of no class may one branch stand by itself, with the others holding as the class.
TEST(ProgressiveLocal, LeavesNothingThatCouldBeSpecialized) {
    SeededRandom random(52);
    const std::vector<std::vector<std::string>> requirements = {{"alpha_k_anonymity(alpha=0.6, k=3)"},
                                                                {"k_anonymity(k=4)"},
                                                                {"k_anonymity(k=2)", "l_diversity_distinct(l=2)"},
                                                                {"t_closeness(t=0.4)"}};
    const RecoderSpec& recoder = *find_recoder("progressive_local");
    const auto none = models::Arguments::make(recoder.name, recoder.parameters, {});
    int classes = 0;
    for (int round = 0; round < rounds(80); ++round) {
        ProblemOf of = random_table(random, 10 + random.below(50), 1 + random.below(3), 3);
        of.require = requirements[static_cast<std::size_t>(round) % requirements.size()];
        const Problem problem = make_problem(of);
        const auto recoding = recode(recoder, problem, *none, no_progress());
        if (!recoding.ok()) continue;
        expect_valid(problem, *recoding);
        EXPECT_EQ(recoding->records(), problem.records());
        Demands::Scratch scratch;
        for (std::size_t c = 0; c < recoding->size(); ++c)
            for (std::size_t a = 0; a < problem.dimensions(); ++a) {
                const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
                if (attribute.free_intervals()) continue;
                const auto top = attribute.hierarchy->covering(recoding->box(c)[a]);
                for (const auto& node : attribute.hierarchy->nodes()) {
                    if (node.parent != top) continue;
                    std::vector<Member> branch, others;
                    for (const Member& member : recoding->members(c))
                        (node.span.contains(problem.column(a)[member.tuple]) ? branch : others).push_back(member);
                    if (branch.empty() || others.empty()) continue;
                    ++classes;
                    EXPECT_FALSE(problem.demands.holds(branch, scratch) && problem.demands.holds(others, scratch));
                }
            }
        const auto merged = run("progressive_local", problem);
        expect_valid(problem, *merged);
    }
    EXPECT_GT(classes, 100);
}

TEST(ProgressiveLocal, RespectsHighestLevels) {
    SeededRandom random(53);
    int released = 0;
    for (int round = 0; round < rounds(60); ++round) {
        ProblemOf of = random_table(random, 40, 3, 3);
        for (ColumnOf& column : of.quasi_identifiers)
            if (random.below(2) == 0) column.max_level = 1;
        of.require = {"alpha_k_anonymity(alpha=0.7, k=2)"};
        const Problem problem = make_problem(of);
        const auto recoding = run("progressive_local", problem);
        if (!recoding.ok()) {
            EXPECT_THAT(recoding.error().message, HasSubstr("max_level"));
            continue;
        }
        ++released;
        expect_valid(problem, *recoding);
    }
    EXPECT_GT(released, 10);
}

TEST(ProgressiveLocal, RefusesSeveralRecordsPerPerson) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "1", "2"}}};
    of.person = {"ann", "ann", "bob"};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_THAT(run("progressive_local", make_problem(of)).error().message, HasSubstr("classes may overlap"));
}

}  // namespace progressive_local_test
}  // namespace scrim::recode
