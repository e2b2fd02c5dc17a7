// Mondrian against random tables: what must hold for every table, mode and model.
#include "kernel/core/text.h"
#include "tests/recode/partition/naive_mondrian.h"
#include "tests/recode/problem_maker.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

namespace scrim::recode {
namespace mondrian_random_test {

using testing::classes_of;
using testing::expect_valid;
using testing::make_problem;
using testing::NaiveMondrian;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

const std::vector<std::vector<std::string>> requirements = {
    {"k_anonymity(k=2)"},
    {"k_anonymity(k=3)"},
    {"k_anonymity(k=7)"},
    {"l_diversity_distinct(l=2)"},
    {"k_anonymity(k=2)", "l_diversity_distinct(l=3)"},
    {"l_diversity_entropy(l=1.5)"},
    {"k_anonymity(k=2)", "t_closeness_equal(t=0.4)"},
    {"alpha_k_anonymity(alpha=0.7, k=2)"},
    {"beta_likeness_enhanced(beta=2)"},
};

// A table with some weights, some missing numbers and a requirement that can be met; nothing otherwise.
std::optional<Problem> random_problem(Random& random) {
    ProblemOf of = random_table(random, 2 + random.below(80), 1 + random.below(4), 2 + random.below(3));
    of.require = requirements[random.below(requirements.size())];
    for (auto& column : of.quasi_identifiers)
        if (random.below(3) == 0) column.weight = 0.25 * static_cast<double>(1 + random.below(20));
    for (auto& column : of.quasi_identifiers)
        if (column.hierarchy.empty() && random.below(2) == 0)
            for (std::uint64_t missing = random.below(5); missing > 0; --missing)
                column.values[random.below(column.values.size())].clear();
    Problem problem = make_problem(of);
    if (!problem.demands.why_impossible().empty()) return std::nullopt;
    return problem;
}

struct Way {
    bool relaxed, by_order;

    std::string text(std::string_view cut) const {
        return format("mondrian(mode={}, categories={}, cut={})", relaxed ? "relaxed" : "strict",
                      by_order ? "order" : "hierarchy", cut);
    }
};
constexpr Way ways[] = {{false, false}, {false, true}, {true, false}, {true, true}};

// The weighted mean over the attributes of their penalty.
double weighted_loss(const Problem& problem, const Recoding& recoding) {
    double sum = 0;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        std::uint64_t added = 0;
        for (std::size_t c = 0; c < recoding.size(); ++c)
            added += recoding.records(c) * (recoding.box(c)[a].width() - 1);
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        sum += attribute.weight * static_cast<double>(added) / (std::max<Code>(attribute.domain().size(), 2) - 1);
    }
    return sum / static_cast<double>(problem.records());
}

// Classes that hold a missing number and others print everything, so that they may overlap.
void expect_disjoint(const Problem& problem, const Recoding& recoding) {
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        if (attribute.domain().has_null()) return;
    for (std::size_t c = 0; c < recoding.size(); ++c)
        for (std::size_t e = 0; e < c; ++e) {
            bool overlap = true;
            for (std::size_t a = 0; a < recoding.dimensions(); ++a)
                overlap &= recoding.box(c)[a].overlaps(recoding.box(e)[a]);
            EXPECT_FALSE(overlap) << "classes " << e << " and " << c;
        }
}

TEST(MondrianRandom, TextbookCutsAsTheObviousLoopDoes) {
    SeededRandom random(1);
    int compared = 0;
    for (int round = 0; round < 300; ++round) {
        const auto problem = random_problem(random);
        if (!problem) continue;
        for (const Way way : ways) {
            const auto recoding = run(way.text("textbook"), *problem);
            ASSERT_TRUE(recoding.ok());
            Recoding expected(problem->dimensions());
            for (const auto& members : NaiveMondrian{*problem, way.relaxed, way.by_order}.textbook()) {
                std::vector<Span> box = narrowest_box(*problem, members);
                for (std::size_t a = 0; a < box.size(); ++a) {
                    if (!way.by_order || problem->quasi_identifiers[a].free_intervals()) continue;
                    box[a] = Span::of(problem->column(a)[members.front().tuple]);
                    for (const Member& member : members)
                        box[a] = hull(box[a], Span::of(problem->column(a)[member.tuple]));
                }
                expected.add(box, members);
            }
            expected.merge_equal_boxes();
            ASSERT_EQ(recoding->size(), expected.size()) << way.text("textbook") << " in round " << round;
            for (std::size_t c = 0; c < expected.size(); ++c) {
                EXPECT_TRUE(std::ranges::equal(recoding->box(c), expected.box(c)));
                EXPECT_TRUE(std::ranges::equal(recoding->members(c), expected.members(c)));
            }
            ++compared;
        }
    }
    EXPECT_GT(compared, 800);
}

TEST(MondrianRandom, ClassesAreValidAndNeverWorseThanTheTextbooks) {
    SeededRandom random(2);
    int better = 0, compared = 0;
    for (int round = 0; round < 600; ++round) {
        const auto problem = random_problem(random);
        if (!problem) continue;
        for (const Way way : ways) {
            const auto best = run(way.text("best"), *problem), textbook = run(way.text("textbook"), *problem);
            ASSERT_TRUE(best.ok() && textbook.ok());
            expect_valid(*problem, *best, way.by_order);
            expect_valid(*problem, *textbook, way.by_order);
            EXPECT_LE(*loss_of(*problem, *best), *loss_of(*problem, *textbook)) << way.text("best");
            EXPECT_LE(weighted_loss(*problem, *best), weighted_loss(*problem, *textbook) * (1 + 1e-12));
            better += *loss_of(*problem, *best) < *loss_of(*problem, *textbook);
            ++compared;
        }
        if (HasFailure()) break;
    }
    EXPECT_GT(compared, 1500);
    EXPECT_GT(better, compared / 4);
}

TEST(MondrianRandom, StrictClassesAreDisjointAndCannotBeCutAgain) {
    SeededRandom random(3);
    for (int round = 0; round < 300; ++round) {
        const auto problem = random_problem(random);
        if (!problem) continue;
        for (const bool by_order : {false, true}) {
            const auto recoding = run(Way{false, by_order}.text("best"), *problem);
            ASSERT_TRUE(recoding.ok());
            expect_disjoint(*problem, *recoding);
            for (const auto& members : classes_of(*recoding))
                EXPECT_FALSE((NaiveMondrian{*problem, false, by_order}.can_be_cut(members)));
        }
        if (HasFailure()) break;
    }
}

// Numbers can always be divided in the relaxed mode, down to classes of fewer than 2k records.
TEST(MondrianRandom, RelaxedClassesOfNumbersAreSmall) {
    SeededRandom random(4);
    for (int round = 0; round < 100; ++round) {
        ProblemOf of;
        const std::size_t rows = 1 + random.below(100);
        for (int a = 0; a < 3; ++a) {
            of.quasi_identifiers.push_back({format("q{}", a), {}});
            for (std::size_t row = 0; row < rows; ++row)
                of.quasi_identifiers[a].values.push_back(format("{}", random.below(1 + random.below(9))));
        }
        of.require = {"k_anonymity(k=4)"};
        const Problem problem = make_problem(of);
        if (rows < 4) continue;
        const RecoderSpec* mondrian = find_recoder("mondrian");
        for (const std::string cut : {"best", "textbook"}) {
            const auto arguments = models::Arguments::make("mondrian", mondrian->parameters,
                                                           parse_requirement(Way{true, false}.text(cut))->arguments);
            auto recoding = recode(*mondrian, problem, *arguments, no_progress());
            ASSERT_TRUE(recoding.ok());
            for (std::size_t c = 0; c < recoding->size(); ++c) {
                bool exact = true;
                for (const Span span : recoding->box(c)) exact &= span.width() == 1;
                EXPECT_TRUE(exact || recoding->records(c) < 8);
            }
            recoding->merge_equal_boxes();
            expect_valid(problem, *recoding);
        }
    }
}

// max_level: the forced spans hold, or the message says which do not.
TEST(MondrianRandom, RespectsHighestLevels) {
    SeededRandom random(5);
    int solved = 0, refused = 0;
    for (int round = 0; round < 400; ++round) {
        ProblemOf of = random_table(random, 10 + random.below(80), 1 + random.below(3), 3);
        of.require = requirements[random.below(requirements.size())];
        for (auto& column : of.quasi_identifiers)
            if (random.below(2) == 0) column.max_level = static_cast<int>(random.below(2));
        for (auto& column : of.quasi_identifiers)
            if (column.hierarchy.empty()) column.max_level = -1;
        const Problem problem = make_problem(of);
        if (!problem.demands.why_impossible().empty()) continue;
        for (const Way way : ways) {
            const auto recoding = run(way.text("best"), problem);
            if (recoding) {
                ++solved;
                expect_valid(problem, *recoding, way.by_order);
            } else {
                ++refused;
                EXPECT_NE(recoding.error().message.find("max_level"), std::string::npos);
            }
        }
    }
    EXPECT_GT(solved, 200);
    EXPECT_GT(refused, 200);
}

// Many more items than a thread takes by itself; codes of 8, 16 and 32 bits, with slots for values and without.
TEST(MondrianRandom, ThreadsDoNotChangeTheClasses) {
    SeededRandom random(6);
    for (const std::uint64_t largest : {200u, 5000u, 100000u}) {
        ProblemOf of;
        const std::size_t rows = largest > 70000 ? 90000 : 12000;
        of.quasi_identifiers = {{"a", {}}, {"b", {}}, {"c", {}}};
        for (std::size_t row = 0; row < rows; ++row) {
            of.quasi_identifiers[0].values.push_back(format("{}", random.below(largest)));
            of.quasi_identifiers[1].values.push_back(format("v{}", random.below(7) * random.below(7)));
            of.quasi_identifiers[2].values.push_back(format("{}", random.below(90)));
        }
        of.require = {"k_anonymity(k=5)"};
        const Problem problem = make_problem(of);
        const auto first = run("mondrian", problem);
        ASSERT_TRUE(first.ok());
        expect_valid(problem, *first);
        EXPECT_LE(*loss_of(problem, *first), *loss_of(problem, *run("mondrian(cut=textbook)", problem)));
        tbb::task_arena one(1);
        const auto alone = one.execute([&] { return run("mondrian", problem); });
        EXPECT_EQ(classes_of(*first), classes_of(*alone));
        EXPECT_EQ(classes_of(*first), classes_of(*run("mondrian", problem)));
    }
}

// Seventeen and more attributes take keys of more than two blocks.
TEST(MondrianRandom, ServesManyAttributes) {
    SeededRandom random(7);
    for (const std::size_t attributes : {8u, 9u, 16u, 17u, 40u}) {
        ProblemOf of = random_table(random, 60, attributes, 2);
        of.require = {"k_anonymity(k=3)"};
        const Problem problem = make_problem(of);
        for (const Way way : ways) {
            const auto best = run(way.text("best"), problem), textbook = run(way.text("textbook"), problem);
            ASSERT_TRUE(best.ok() && textbook.ok());
            expect_valid(problem, *best, way.by_order);
            EXPECT_LE(*loss_of(problem, *best), *loss_of(problem, *textbook));
        }
    }
}

}  // namespace mondrian_random_test
}  // namespace scrim::recode
