// The lattice searches against exhaustive search, and 004's Table II.
#include "kernel/recode/lattice/lattice.h"
#include "tests/recode/problem_maker.h"

#include <gtest/gtest.h>

#include <map>

namespace scrim::testing {
namespace optimal_test {

struct Best {
    double loss = 0;
    std::uint64_t suppressed = 0;
};

// Slow and obvious: every node, every record, classes as a map, without those that fail. (Where leaving out changes
// what classes are compared with, see exhaustive_test.cc.)
std::optional<Best> exhaustive(const recode::Problem& problem) {
    std::optional<Best> best;
    const recode::lattice::Lattice lattice(problem);
    for (std::uint64_t number = 0; number < lattice.size(); ++number) {
        const recode::lattice::Node levels = lattice.node(number);
        std::map<std::vector<Span>, std::vector<recode::Member>> classes;
        for (std::uint32_t t = 0; t < problem.tuples->size(); ++t) {
            std::vector<Span> box;
            for (std::size_t a = 0; a < levels.size(); ++a)
                box.push_back(problem.quasi_identifiers[a].hierarchy->at_level(problem.column(a)[t], levels[a]).span);
            classes[box].push_back({t, problem.tuples->weights[t]});
        }
        recode::Demands::Scratch scratch;
        for (bool changed = true; changed;) {
            std::vector<recode::Member> kept;
            for (const auto& [box, members] : classes) kept.insert(kept.end(), members.begin(), members.end());
            if (kept.empty()) break;
            const recode::Demands demands = problem.demands.against(kept);
            changed =
                std::erase_if(classes, [&](const auto& entry) { return !demands.holds(entry.second, scratch); }) > 0;
        }
        recode::Recoding recoding(problem.dimensions());
        for (const auto& [box, members] : classes) recoding.add(box, members);
        const std::uint64_t suppressed = problem.records() - recoding.records();
        if (recoding.size() == 0 || suppressed > problem.suppression_limit) continue;
        const double loss = *recode::loss_of(problem, recoding);
        const bool less = problem.metric->lower_is_better;
        if (!best || (less ? loss < best->loss : loss > best->loss)) best = Best{loss, suppressed};
    }
    return best;
}

void expect_optimum(const ProblemOf& of, const std::string& strategy) {
    const recode::Problem problem = make_problem(of);
    const auto best = exhaustive(problem);
    const auto found = run("optimal(strategy=" + strategy + ")", problem);
    ASSERT_EQ(found.ok(), best.has_value()) << (found.ok() ? "" : found.error().message);
    if (!best) return;
    expect_valid(problem, *found);
    EXPECT_NEAR(*recode::loss_of(problem, *found), best->loss, 1e-9 * (1 + std::abs(best->loss)));
}

const std::vector<std::vector<std::string>> demands = {
    {"k_anonymity(k=2)"},
    {"k_anonymity(k=4)"},
    {"l_diversity_distinct(l=2)"},
    {"k_anonymity(k=3)", "l_diversity_entropy(l=1.5)"},
    {"t_closeness(t=0.4, against=original)"},
    {"k_anonymity(k=2)", "beta_likeness_basic(beta=2, against=original)"},
    {"alpha_k_anonymity(alpha=0.7, k=2)"},
};

TEST(Optimal, FindsTheOptimumOfRandomTables) {
    SeededRandom random(1);
    for (int round = 0; round < 210; ++round) {
        ProblemOf of = random_table(random, 6 + random.below(40), 1 + random.below(4), 3);
        of.require = demands[static_cast<std::size_t>(round) % demands.size()];
        const std::uint64_t rows = of.sensitive[0].values.size();
        of.suppress = std::vector<std::uint64_t>{0, rows / 10, rows / 3, rows}[random.below(4)];
        for (ColumnOf& column : of.quasi_identifiers)
            if (random.below(3) == 0) column.weight = 0.5 + static_cast<double>(random.below(4));
        SCOPED_TRACE(::testing::Message()
                     << "round " << round << ", " << of.require[0] << ", suppress " << of.suppress);
        expect_optimum(of, "bound");
        expect_optimum(of, "mingen");
        if (of.suppress == 0 || make_problem(of).demands.upward_closed()) expect_optimum(of, "incognito");
    }
}

TEST(Optimal, FindsTheOptimumOfEveryMetric) {
    SeededRandom random(2);
    for (const metrics::MetricSpec* metric : metrics::metrics())
        for (int round = 0; round < 6; ++round) {
            ProblemOf of = random_table(random, 20, 3, 3);
            of.require = {"k_anonymity(k=3)"};
            of.suppress = random.below(8);
            of.metric = metric->name;
            SCOPED_TRACE(::testing::Message() << metric->name << ", round " << round);
            expect_optimum(of, "bound");
        }
}

TEST(Optimal, ServesModelsThatAreNotMonotone) {
    SeededRandom random(3);
    for (int round = 0; round < 20; ++round) {
        ProblemOf of = random_table(random, 20, 2, 3);
        for (std::string& value : of.sensitive[0].values) value = std::to_string(random.below(6) * 10);
        of.require = {"epsilon_m_anonymity(epsilon=10, m=2)"};
        of.suppress = random.below(20);
        expect_optimum(of, "bound");
    }
}

TEST(Optimal, RespectsMaxLevels) {
    SeededRandom random(4);
    for (int round = 0; round < 60; ++round) {
        ProblemOf of = random_table(random, 30, 3, 3);
        of.require = {"k_anonymity(k=2)"};
        of.suppress = random.below(30);
        for (ColumnOf& column : of.quasi_identifiers)
            column.max_level =
                static_cast<int>(random.below(column.hierarchy.empty() ? 2 : column.hierarchy[0].size()));
        expect_optimum(of, "bound");
    }
}

TEST(Optimal, SamaratiFindsTheBestOfLeastHeight) {
    SeededRandom random(5);
    for (int round = 0; round < 60; ++round) {
        ProblemOf of = random_table(random, 25, 3, 3);
        of.require = {"k_anonymity(k=3)"};
        of.suppress = random.below(6);
        const recode::Problem problem = make_problem(of);
        const auto found = run("optimal(strategy=samarati)", problem);
        ASSERT_TRUE(found.ok());
        expect_valid(problem, *found);
        const recode::lattice::Lattice lattice(problem);
        const recode::lattice::NodeJudge judge(problem, problem.suppression_limit);
        std::map<std::uint32_t, double> best;  // by height
        for (std::uint64_t number = 0; number < lattice.size(); ++number) {
            const recode::lattice::Node node = lattice.node(number);
            const auto value = judge.value(node);
            if (!value) continue;
            std::uint32_t height = 0;
            for (const std::uint32_t level : node) height += level;
            const auto known = best.try_emplace(height, value->loss).first;
            known->second = std::min(known->second, value->loss);
        }
        EXPECT_NEAR(*recode::loss_of(problem, *found), best.begin()->second, 1e-9);
    }
}

TEST(Optimal, LossDoesNotFallWhenKGrows) {
    SeededRandom random(6);
    for (int round = 0; round < 30; ++round) {
        ProblemOf of = random_table(random, 40, 3, 3);
        of.suppress = random.below(10);
        double before = 0;
        for (int k = 1; k <= 8; ++k) {
            of.require = {"k_anonymity(k=" + std::to_string(k) + ")"};
            const recode::Problem problem = make_problem(of);
            const auto found = run("optimal", problem);
            ASSERT_TRUE(found.ok());
            const double loss = *recode::loss_of(problem, *found);
            EXPECT_GE(loss, before - 1e-12);
            before = loss;
        }
    }
}

// 004, Table II(a) and (c): with the taxonomies of Fig. 3 the 3-anonymous table generalizes Job once and Age once.
TEST(Optimal, ReproducesTableII) {
    ProblemOf of;
    of.quasi_identifiers = {{.name = "Job",
                             .values = {"Engineer", "Engineer", "Lawyer", "Writer", "Writer", "Dancer", "Dancer"},
                             .hierarchy = {{"Engineer", "Professional", "*"},
                                           {"Lawyer", "Professional", "*"},
                                           {"Dancer", "Artist", "*"},
                                           {"Writer", "Artist", "*"}}},
                            {.name = "Sex",
                             .values = {"Male", "Male", "Male", "Female", "Female", "Female", "Female"},
                             .hierarchy = {{"Male", "*"}, {"Female", "*"}}},
                            {.name = "Age",
                             .values = {"35", "38", "38", "30", "30", "30", "30"},
                             .hierarchy = {{"30", "[30-35)", "*"}, {"35", "[35-40)", "*"}, {"38", "[35-40)", "*"}}}};
    of.sensitive = {{.name = "Disease", .values = {"Hepatitis", "Hepatitis", "HIV", "Flu", "HIV", "HIV", "HIV"}}};
    of.require = {"k_anonymity(k=3)"};
    const recode::Problem problem = make_problem(of);
    const auto found = run("optimal", problem);
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->size(), 2u);
    EXPECT_EQ(found->details[1].second, "1-0-1");
    EXPECT_EQ(found->records(0) + found->records(1), 7u);
    of.require = {"k_anonymity(k=8)"};
    EXPECT_FALSE(run("optimal", make_problem(of)).ok());
    of.require = {"l_diversity_distinct(l=4)"};
    const auto refused = run("optimal", make_problem(of));
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("the largest possible l is 3"), std::string::npos)
        << refused.error().message;
}

}  // namespace optimal_test
}  // namespace scrim::testing
