#include "kernel/core/text.h"
#include "kernel/recode/subtree/cut_items.h"
#include "kernel/recode/suppression.h"
#include "tests/recode/problem_maker.h"
#include "tests/recode/subtree/cut_oracle.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode {
namespace k_optimize_test {

using testing::ColumnOf;
using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

std::string detail(const Recoding& recoding, const std::string& name) {
    for (const auto& [key, value] : recoding.details)
        if (key == name) return value;
    return {};
}

// All ways to print one attribute, by splitting spans again and again.
std::set<Cut> all_cuts(const hierarchy::Attribute& attribute) {
    Cut top(attribute.domain().size());
    for (Code value = 0; value < top.size(); ++value) top[value] = attribute.widest(value);
    std::set<Cut> all{top};
    std::vector<Cut> open{top};
    while (!open.empty()) {
        const Cut cut = open.back();
        open.pop_back();
        for (const Span span : std::set<Span>(cut.begin(), cut.end()))
            for (const auto& parts : testing::ways_to_specialize(attribute, span, true))
                if (Cut next = testing::replaced(cut, parts); all.insert(next).second) open.push_back(next);
    }
    return all;
}

// The least cost of all cuts of two attributes, slowly; nothing where none is allowed.
std::optional<std::uint64_t> least_cost(const Problem& problem, bool of_target) {
    std::optional<std::uint64_t> least;
    std::vector<std::vector<Cut>> cuts;
    for (const auto& attribute : problem.quasi_identifiers) {
        const std::set<Cut> all = all_cuts(attribute);
        cuts.emplace_back(all.begin(), all.end());
    }
    Demands::Scratch scratch;
    for (const Cut& first : cuts[0])
        for (const Cut& second : cuts[1]) {
            std::map<std::pair<Span, Span>, std::vector<Member>> classes;
            for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
                classes[{first[problem.column(0)[t]], second[problem.column(1)[t]]}].push_back(
                    {t, problem.tuples->weights[t]});
            std::uint64_t cost = 0, lost = 0;
            for (const auto& [box, members] : classes) {
                std::uint64_t records = 0, most = 0;
                std::map<Code, std::uint64_t> targets;
                for (const Member& member : members) {
                    records += member.records;
                    if (of_target)
                        most = std::max(most, targets[problem.column(problem.target)[member.tuple]] += member.records);
                }
                const bool holds = problem.demands.holds(members, scratch);
                if (!holds) lost += records;
                if (of_target)
                    cost += holds ? records - most : records;
                else
                    cost += records * (holds ? records : problem.records());
            }
            if (lost <= problem.suppression_limit && lost < problem.records() && (!least || cost < *least))
                least = cost;
        }
    return least;
}

// Six ages, k = 2: the median halves them, three pairs cost less.
TEST(KOptimize, CutsIntervalsWhereTheyCostLeast) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"10", "20", "30", "40", "50", "60"}}};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("k_optimize", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    EXPECT_EQ(recoding->size(), 3u);
    EXPECT_EQ(detail(*recoding, "cost"), "12");
    EXPECT_EQ(detail(*recoding, "optimum"), "proven");
}

// An outlier is worth its suppression: 5 records of one value, 1 of another, cost 25 + 6 instead of 36.
TEST(KOptimize, SuppressesWhereThatCostsLess) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"10", "10", "10", "10", "10", "60"}}};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_EQ(detail(*run("k_optimize", make_problem(of)), "cost"), "36");
    of.suppress = 1;
    const auto recoding = run("k_optimize", make_problem(of));
    EXPECT_EQ(detail(*recoding, "cost"), "31");
    EXPECT_EQ(recoding->records(), 5u);
}

TEST(KOptimize, IsTheLeastOfAllCuts) {
    SeededRandom random(71);
    const std::vector<std::vector<std::string>> requirements = {
        {"k_anonymity(k=2)"}, {"k_anonymity(k=3)"}, {"k_anonymity(k=2)", "l_diversity_distinct(l=2)"}};
    int found = 0, suppressed = 0, pruned = 0;
    for (int round = 0; round < rounds(120); ++round) {
        ProblemOf of = random_table(random, 6 + random.below(12), 2, 2 + random.below(3));
        of.require = requirements[random.below(requirements.size())];
        // Distinct l-diversity is upward closed too.
        of.suppress = random.below(2) * random.below(6);
        const bool of_target = random.below(2) == 0;
        for (ColumnOf& column : of.quasi_identifiers)
            if (!column.hierarchy.empty() && random.below(4) == 0)
                column.max_level = static_cast<int>(column.hierarchy.front().size()) - 2;
        Problem problem = make_problem(of);
        if (!of_target) problem.target = 0;
        const auto least = least_cost(problem, of_target);
        const auto recoding = run("k_optimize(steps=1000000)", problem);
        ASSERT_EQ(recoding.ok(), least.has_value()) << (recoding.ok() ? "" : recoding.error().message);
        if (!least) continue;
        ++found;
        expect_valid(problem, *recoding);
        EXPECT_EQ(detail(*recoding, "cost"), std::to_string(*least));
        EXPECT_EQ(detail(*recoding, "optimum"), "proven");
        suppressed += recoding->records() < problem.records();
        // The metric, measured by its own code, says the same.
        problem.metric = metrics::find_metric(of_target ? "classification" : "discernibility");
        const double unit = of_target ? static_cast<double>(problem.records()) : 1;
        EXPECT_NEAR(*loss_of(problem, *recoding) * unit, static_cast<double>(*least), 1e-6);
        std::size_t cuts = 1;
        for (const auto& attribute : problem.quasi_identifiers) cuts *= all_cuts(attribute).size();
        pruned += std::stoull(detail(*recoding, "cuts examined")) < cuts;
    }
    EXPECT_GT(found, 60);
    EXPECT_GT(suppressed, 5);
    EXPECT_GT(pruned, 20);
}

// Where it is stopped, the bound is below the optimum and what was found is not.
TEST(KOptimize, BoundsWhatItDidNotExamine) {
    SeededRandom random(72);
    int stopped = 0;
    for (int round = 0; round < rounds(60); ++round) {
        ProblemOf of = random_table(random, 20, 2, 2);
        of.require = {"k_anonymity(k=2)"};
        of.suppress = random.below(4);
        Problem problem = make_problem(of);
        problem.target = 0;
        const auto all = run("k_optimize(steps=1000000)", problem), some = run("k_optimize(steps=8)", problem);
        ASSERT_EQ(all.ok(), some.ok());
        if (!all.ok()) continue;
        expect_valid(problem, *some);
        const std::uint64_t least = std::stoull(detail(*all, "cost"));
        EXPECT_GE(std::stoull(detail(*some, "cost")), least);
        const std::string optimum = detail(*some, "optimum");
        if (optimum == "proven") {
            EXPECT_EQ(std::stoull(detail(*some, "cost")), least);
            continue;
        }
        ++stopped;
        const std::string before = "not proven: it costs ";
        ASSERT_THAT(optimum, HasSubstr(before));
        EXPECT_LE(std::stoull(optimum.substr(before.size())), least);
    }
    EXPECT_GT(stopped, 10);
}

// Sets of items are the cuts, each once.
TEST(CutItems, AreAllCuts) {
    SeededRandom random(73);
    for (int round = 0; round < rounds(40); ++round) {
        ProblemOf of = random_table(random, 12, 1, 2);
        if (round % 3 == 0) of.quasi_identifiers[0] = {"age", {"1", "2", "", "4", "7"}};
        of.require = {"k_anonymity(k=1)"};
        const Problem problem = make_problem(of);
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[0];
        const subtree::CutItems items(problem);
        ASSERT_LE(items.size(), 12u);
        std::set<Cut> made;
        std::size_t closed = 0;
        for (std::uint32_t bits = 0; bits < 1u << items.size(); ++bits) {
            std::vector<char> in(items.size());
            bool is_closed = true;
            for (std::size_t i = 0; i < in.size(); ++i) {
                in[i] = bits >> i & 1;
                const std::uint32_t parent = items[i].parent;
                if (in[i] && parent != subtree::CutItem::none && !in[parent]) is_closed = false;
            }
            if (!is_closed) continue;
            ++closed;
            made.insert(items.cuts(in)[0]);
        }
        EXPECT_EQ(made.size(), closed);
        EXPECT_EQ(made, all_cuts(attribute));
        for (const Cut& cut : made)
            for (Code value = 0; value < cut.size(); ++value) {
                EXPECT_TRUE(cut[value].contains(value));
                EXPECT_EQ(printable(attribute, cut[value]), cut[value]);
            }
    }
}

TEST(KOptimize, RefusesWhatItCannotBound) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2", "3", "4"}}};
    of.sensitive = {{"s", {"a", "b", "a", "b"}}};
    of.require = {"t_closeness(t=0.5)"};
    Problem problem = make_problem(of);
    EXPECT_TRUE(run("k_optimize", problem).ok());
    problem.suppression_limit = 1;
    EXPECT_THAT(run("k_optimize", problem).error().message, HasSubstr("allow no suppression"));
    of.require = {"k_anonymity(k=2)"};
    of.metric = "discernibility";
    EXPECT_THAT(run("k_optimize", make_problem(of)).error().message, HasSubstr("does not look at the target 's'"));
}

}  // namespace k_optimize_test
}  // namespace scrim::recode
