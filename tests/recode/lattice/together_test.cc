// Models that judge all classes of a table together: what optimal finds, compared with all nodes, and who refuses them.
#include "kernel/core/text.h"
#include "tests/oracle/best_full_domain.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace together_test {

using ::testing::HasSubstr;

// Do all classes of the recoding hold, alone and together? By the model itself, from counts of values.
bool holds(const recode::Problem& problem, const recode::Recoding& recoding) {
    const Column& values = problem.column(problem.tuples->table.find("s").value());
    std::vector<std::uint64_t> all(values.domain().size(), 0);
    for (const recode::Member& member : recoding.all_members()) all[values[member.tuple]] += member.records;
    const models::Sensitive attribute = models::make_sensitive("s", values.domain_ptr(), nullptr, all, false);
    for (const auto& model : problem.demands.models()) {
        const auto together = model->together();
        for (std::size_t c = 0; c < recoding.size(); ++c) {
            std::map<Code, std::uint32_t> counts;
            models::ClassView view;
            view.sensitive = &attribute;
            for (const recode::Member& member : recoding.members(c)) {
                counts[values[member.tuple]] += member.records;
                view.size += member.records;
            }
            std::vector<ValueCount> bars;
            for (const auto& [value, count] : counts) bars.push_back({value, count});
            view.values = bars;
            if (model->decide(view) != models::Verdict::holds) return false;
            if (together) together->add(view);
        }
        if (together && together->decide() != models::Verdict::holds) return false;
    }
    return true;
}

TEST(Together, OptimalAmongAllNodes) {
    SeededRandom random(7);
    int met = 0, suppressed = 0;
    for (int round = 0; round < rounds(150); ++round) {
        ProblemOf of = random_table(random, 4 + random.below(12), 1 + random.below(2), 3 + random.below(3));
        of.sensitive[0].name = "s";
        of.require = {random.below(2) == 0
                          ? format("ck_safety(c={}/20, k={})", 8 + random.below(12), 2 + random.below(2))
                          : format("privacy_skyline(c={}/20, l={}, k={}, m={})", 8 + random.below(12), random.below(2),
                                   random.below(2), 1 + random.below(2))};
        if (random.below(3) == 0) of.suppress = random.below(6);
        const recode::Problem problem = make_problem(of);
        EXPECT_FALSE(problem.demands.per_class());
        std::optional<double> best;
        const recode::lattice::Lattice lattice(problem);
        for (std::uint64_t number = 0; number < lattice.size(); ++number) {
            const recode::Recoding all = classes_of(problem, lattice.node(number));
            if (!holds(problem, all)) continue;
            const double loss = *recode::loss_of(problem, all);
            if (!best || loss < *best) best = loss;
        }
        for (const char* strategy : {"bound", "mingen", "samarati"}) {
            SCOPED_TRACE(format("round {}, {}, suppress {}, {}", round, of.require[0], of.suppress, strategy));
            const auto found = run(format("optimal(strategy={})", strategy), problem);
            if (best || of.suppress == 0) {
                ASSERT_EQ(found.ok(), best.has_value());
            }
            if (!found) continue;
            EXPECT_TRUE(holds(problem, *found));
            expect_valid(problem, *found);
            if (of.suppress > 0) {
                suppressed += found->records() < problem.records() ? 1 : 0;
                continue;
            }
            ++met;
            if (std::string(strategy) != "samarati") {
                EXPECT_NEAR(*recode::loss_of(problem, *found), *best, 1e-9);
            }
        }
        if (const auto found = run("datafly", problem)) {
            EXPECT_TRUE(holds(problem, *found));
        }
    }
    EXPECT_GT(met, 0);
    EXPECT_GT(suppressed, 0);
}

// Each piece of knowledge by itself is spent in one class: everybody serves that.
TEST(Together, OnePieceIsJudgedClassByClass) {
    SeededRandom random(8);
    ProblemOf of = random_table(random, 30, 2, 4);
    of.require = {"ck_safety(c=0.95, k=1)"};
    EXPECT_TRUE(make_problem(of).demands.per_class());
    of.require = {"privacy_skyline(c=0.95, l=1, k=2, m=0)"};
    EXPECT_TRUE(make_problem(of).demands.per_class());
}

TEST(Together, RefusedByWhoJudgesClassByClass) {
    SeededRandom random(9);
    ProblemOf of = random_table(random, 30, 2, 4);
    of.require = {"ck_safety(c=0.95, k=2)"};
    const recode::Problem problem = make_problem(of);
    for (const char* recoder : {"mondrian", "cluster", "topdown", "bottomup", "anatomy"}) {
        const auto refused = run(recoder, problem);
        ASSERT_FALSE(refused) << recoder;
        EXPECT_THAT(
            refused.error().message,
            HasSubstr("cannot serve ck_safety: its attacker combines knowledge about people of several classes, "
                      "and it judges each class by itself (optimal, datafly do not)"));
    }
    EXPECT_THAT(run("optimal(strategy=incognito)", problem).error().message, HasSubstr("strategy incognito"));
}

}  // namespace together_test
}  // namespace scrim::testing
