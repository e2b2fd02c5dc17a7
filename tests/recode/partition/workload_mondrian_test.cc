#include "kernel/compare/comparison.h"
#include "kernel/core/text.h"
#include "kernel/recode/partition/divide.h"
#include "tests/recode/partition/naive_mondrian.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace scrim::recode {
namespace workload_mondrian_test {

using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::NaiveMondrian;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

// Queries about the columns' own codes.
void ask(Problem& problem, std::vector<CountQuery> queries) {
    problem.workload.queries = std::move(queries);
    for (std::size_t c = 0; c < problem.tuples->table.width(); ++c) {
        auto& positions = problem.workload.positions.emplace_back(problem.column(c).domain().size());
        std::iota(positions.begin(), positions.end(), Code{0});
    }
}

std::vector<CountQuery> random_queries(Random& random, const Problem& problem, std::size_t count) {
    std::vector<CountQuery> queries(count);
    for (CountQuery& query : queries)
        for (std::size_t c = 0; c < problem.tuples->table.width(); ++c) {
            const Code size = problem.column(c).domain().size();
            if (random.below(2) == 0 || size < 2) continue;
            const auto lo = static_cast<Code>(random.below(size));
            std::vector<Span> spans = {{lo, lo + 1 + static_cast<Code>(random.below(size - lo))}};
            if (spans.front().lo > 1 && random.below(2) == 0) spans.insert(spans.begin(), {0, 1});
            query.push_back({c, std::move(spans)});
        }
    return queries;
}

bool inside(Code code, const std::vector<Span>& spans) {
    return std::any_of(spans.begin(), spans.end(), [&](Span span) { return span.contains(code); });
}

// What is unsure about the counts of all queries, as workload_cut.h says, record by record.
double unsure(const Problem& problem, const Recoding& recoding) {
    double sum = 0;
    for (const CountQuery& query : problem.workload.queries) {
        const auto satisfies = [&](std::uint32_t tuple, bool of_quasi_identifiers) {
            return std::all_of(query.begin(), query.end(), [&](const CountCondition& condition) {
                return (condition.attribute < problem.dimensions()) != of_quasi_identifiers ||
                       inside(problem.column(condition.attribute)[tuple], condition.spans);
            });
        };
        double matching = 0, wrong = 0;
        for (std::size_t c = 0; c < recoding.size(); ++c) {
            double share = 1, n = 0, m = 0;
            for (const CountCondition& condition : query) {
                if (condition.attribute >= problem.dimensions()) continue;
                const Span box = recoding.box(c)[condition.attribute];
                double asked = 0;
                for (Code code = box.lo; code < box.hi; ++code) asked += inside(code, condition.spans);
                share *= asked / box.width();
            }
            for (const Member& member : recoding.members(c)) {
                if (!satisfies(member.tuple, false)) continue;
                n += member.records;
                if (satisfies(member.tuple, true)) m += member.records;
            }
            matching += m;
            wrong += std::abs(share * n - m) + share * (1 - share) * n;
        }
        sum += wrong / std::max(matching, 1.0);
    }
    return sum;
}

// What the first cut gained, for its evenness.
double score(const Problem& problem, const Recoding& cut) {
    Recoding whole(problem.dimensions());
    std::vector<Member> members;
    std::vector<Span> box;
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t) members.push_back({t, problem.tuples->weights[t]});
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        Span hull = cut.box(0)[a];
        for (std::size_t c = 0; c < cut.size(); ++c) hull = scrim::hull(hull, cut.box(c)[a]);
        box.push_back(hull);
    }
    whole.add(box, members);
    double apart = 1;
    for (std::size_t c = 0; c < cut.size(); ++c)
        apart -= std::pow(static_cast<double>(cut.records(c)) / static_cast<double>(problem.records()), 2);
    return (unsure(problem, whole) - unsure(problem, cut)) / std::sqrt(apart);
}

// What the rule makes where the outcome is not compared with mondrian's.
Recoding by_rule(const Problem& problem, partition::Categories categories) {
    const partition::Plan plan(problem, categories, false);
    partition::Parts start = *partition::forced_parts(plan);
    return partition::recoding_of(
        plan, partition::divide(plan, std::move(start), partition::Rule::workload, true, no_progress()).parts);
}

// The same as a release beside its original.
double query_error(const Problem& problem, const Recoding& recoding) {
    compare::Comparison comparison;
    const std::size_t columns = problem.tuples->table.width();
    for (std::size_t c = 0; c < columns; ++c) {
        comparison.attributes.push_back(
            {hierarchy::Attribute::flat(problem.tuples->table.name(c), problem.column(c).domain_ptr()), true});
        auto& exact = comparison.original.printed.emplace_back();
        for (Code code = 0; code < problem.column(c).domain().size(); ++code) exact.push_back(Span::of(code));
        comparison.original.labels.emplace_back();
        comparison.release.printed.emplace_back();
        comparison.release.labels.emplace_back();
    }
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t) {
        for (std::size_t c = 0; c < columns; ++c) comparison.original.labels[c].push_back(problem.column(c)[t]);
        comparison.original.weights.push_back(problem.tuples->weights[t]);
    }
    comparison.original.total = static_cast<double>(problem.records());
    for (std::size_t class_ = 0; class_ < recoding.size(); ++class_)
        for (const Member& member : recoding.members(class_)) {
            for (std::size_t c = 0; c < columns; ++c) {
                comparison.release.labels[c].push_back(static_cast<Code>(comparison.release.printed[c].size()));
                comparison.release.printed[c].push_back(
                    c < problem.dimensions() ? recoding.box(class_)[c] : Span::of(problem.column(c)[member.tuple]));
            }
            comparison.release.weights.push_back(member.records);
            comparison.release.total += member.records;
        }
    comparison.workload = problem.workload.queries;
    return compare::find_comparison("query_error")->measure(comparison)->value;
}

// Who asks for ages up to 3 gets them, where the gap is elsewhere.
TEST(WorkloadMondrian, CutsWhereTheQueryEnds) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2", "3", "3", "3", "4", "20", "21", "22"}}};
    of.require = {"k_anonymity(k=3)"};
    Problem problem = make_problem(of);
    ask(problem, {{{0, {{0, 3}}}}});
    const auto recoding = run("workload_mondrian", problem);
    ASSERT_TRUE(recoding.ok());
    ASSERT_EQ(recoding->size(), 2u);
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 3}));
    EXPECT_EQ(recoding->box(1)[0], (Span{3, 7}));
    EXPECT_EQ(workload_error(problem, *recoding), 0);
}

TEST(WorkloadMondrian, TakesTheBestOfAllFirstCuts) {
    SeededRandom random(41);
    int cut = 0;
    for (int round = 0; round < rounds(150); ++round) {
        ProblemOf of = random_table(random, 20, 3, 3);
        of.require = {"k_anonymity(k=7)"};  // so that there is at most one cut in two
        const bool order = round % 2 == 0;
        if (order)
            for (auto& column : of.quasi_identifiers) column.hierarchy.clear();
        Problem problem = make_problem(of);
        ask(problem, random_queries(random, problem, 1 + random.below(6)));
        const Recoding made = by_rule(problem, order ? partition::Categories::order : partition::Categories::hierarchy);
        std::optional<double> best;
        for (std::size_t a = 0; a < problem.dimensions(); ++a) {
            const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
            std::vector<std::vector<Span>> cuts;
            if (attribute.free_intervals() || order)
                for (Code bound = 1; bound < attribute.domain().size(); ++bound)
                    cuts.push_back({{0, bound}, {bound, attribute.domain().size()}});
            else {
                Span held{UINT32_MAX, 0};
                for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
                    held = {std::min(held.lo, problem.column(a)[t]), std::max(held.hi, problem.column(a)[t] + 1)};
                const auto top = attribute.hierarchy->covering(held);
                auto& children = cuts.emplace_back();
                for (const auto& node : attribute.hierarchy->nodes())
                    if (node.parent == top) children.push_back(node.span);
            }
            for (const std::vector<Span>& spans : cuts) {
                Recoding tried(problem.dimensions());
                bool holds = true;
                Demands::Scratch scratch;
                for (const Span span : spans) {
                    std::vector<Member> members;
                    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
                        if (span.contains(problem.column(a)[t])) members.push_back({t, problem.tuples->weights[t]});
                    if (members.empty()) continue;
                    holds = holds && problem.demands.holds(members, scratch);
                    std::vector<Span> box;
                    for (std::size_t b = 0; b < problem.dimensions(); ++b) {
                        Span hull = Span::of(problem.column(b)[members.front().tuple]);
                        for (const Member& member : members)
                            hull = scrim::hull(hull, Span::of(problem.column(b)[member.tuple]));
                        const hierarchy::Attribute& other = problem.quasi_identifiers[b];
                        box.push_back(order && !other.free_intervals() ? hull : printable(other, hull));
                    }
                    tried.add(box, members);
                }
                if (holds && tried.size() > 1) best = std::max(best.value_or(-INFINITY), score(problem, tried));
            }
        }
        ASSERT_EQ(made.size() > 1, best.has_value());
        if (!best) continue;
        ++cut;
        EXPECT_NEAR(score(problem, made), *best, 1e-6) << "round " << round;
    }
    EXPECT_GT(cut, 50);
}

// Three columns of forty numbers, of which one is skewed; queries about a third of the values of two of them.
Problem wide_table(Random& random, std::size_t queries) {
    ProblemOf of;
    for (int a = 0; a < 3; ++a) {
        testing::ColumnOf column{format("q{}", a), {}};
        for (int row = 0; row < 200; ++row)
            column.values.push_back(std::to_string(random.below(40) * (a == 1 ? random.below(40) : 39) / 39));
        of.quasi_identifiers.push_back(std::move(column));
    }
    of.require = {"k_anonymity(k=5)"};
    Problem problem = make_problem(of);
    std::vector<CountQuery> asked(queries);
    for (CountQuery& query : asked)
        for (std::size_t a = 0, left_out = random.below(3); a < 3; ++a) {
            const Code size = problem.column(a).domain().size(), width = size / 3;
            const auto lo = static_cast<Code>(random.below(size - width));
            if (a != left_out) query.push_back({a, {{lo, lo + width}}});
        }
    ask(problem, std::move(asked));
    return problem;
}

TEST(WorkloadMondrian, ErrsLessThanMondrian) {
    SeededRandom random(42);
    for (const std::size_t queries : {3, 20}) {
        double taken = 0, by_this = 0, plain = 0;
        for (int round = 0; round < rounds(10); ++round) {
            const Problem problem = wide_table(random, queries);
            const auto recoding = run("workload_mondrian", problem), mondrian = run("mondrian", problem);
            ASSERT_TRUE(recoding.ok());
            const double error = workload_error(problem, *recoding), of_mondrian = workload_error(problem, *mondrian);
            EXPECT_LE(error, of_mondrian);
            EXPECT_NEAR(error, query_error(problem, *recoding), 1e-12);
            EXPECT_NEAR(of_mondrian, query_error(problem, *mondrian), 1e-12);
            taken += error;
            plain += of_mondrian;
            by_this += workload_error(problem, by_rule(problem, partition::Categories::hierarchy));
        }
        // Also without choosing between the two.
        EXPECT_LT(by_this, (queries == 3 ? 0.6 : 0.9) * plain);
        EXPECT_LE(taken, by_this);
    }
}

// Of ages 20, 30 and 60 queries know all between: a third of those printed [20, 30] are expected to be below 24.
TEST(WorkloadMondrian, SharesAreOfAllValuesThatCanBeAskedAbout) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"20", "20", "30", "60"}}};
    of.require = {"k_anonymity(k=4)"};
    Problem problem = make_problem(of);
    problem.workload.positions = {{0, 10, 40}};
    problem.workload.queries = {{{0, {{0, 10}}}}};  // 20 to 29: 10 of 41 values, two of four records
    const auto recoding = run("workload_mondrian", problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_NEAR(workload_error(problem, *recoding), (2 - 4 * 10.0 / 41) / 2, 1e-12);
}

TEST(WorkloadMondrian, IsValidAndCannotBeCutFurther) {
    SeededRandom random(43);
    const std::vector<std::vector<std::string>> requirements = {
        {"k_anonymity(k=2)"}, {"k_anonymity(k=3)", "l_diversity_distinct(l=2)"}, {"t_closeness(t=0.4)"}};
    for (int round = 0; round < rounds(100); ++round) {
        ProblemOf of = random_table(random, 40, 3, 3);
        of.require = requirements[static_cast<std::size_t>(round) % requirements.size()];
        Problem problem = make_problem(of);
        ask(problem, random_queries(random, problem, 10));
        const auto recoding = run("workload_mondrian", problem);
        if (!recoding.ok()) continue;
        expect_valid(problem, *recoding);
        for (const auto& members : testing::classes_of(*recoding))
            EXPECT_FALSE((NaiveMondrian{problem}.can_be_cut(members)));
    }
}

TEST(WorkloadMondrian, CountsPeople) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "1", "1", "2", "2", "3", "4", "4"}}};
    of.person = {"ann", "ann", "ann", "bob", "cid", "dan", "eve", "fay"};
    of.require = {"k_anonymity(k=2)"};
    Problem problem = make_problem(of);
    ask(problem, {{{0, {{0, 1}}}}});  // Ann's three records alone would answer best
    const auto recoding = run("workload_mondrian", problem);
    ASSERT_TRUE(recoding.ok());
    expect_valid(problem, *recoding);
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 2}));
}

TEST(WorkloadMondrian, NeedsAWorkload) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2"}}};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_THAT(run("workload_mondrian", make_problem(of)).error().message, HasSubstr("needs a workload"));
}

}  // namespace workload_mondrian_test
}  // namespace scrim::recode
