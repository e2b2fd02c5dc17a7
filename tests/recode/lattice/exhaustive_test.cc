// Each strategy of the lattice search gives what it promises: compared with all sets of classes of all nodes, for every
// model of the registry that can be asked, with and without suppression. Nothing here knows a model by name.
#include "kernel/core/text.h"
#include "tests/oracle/best_full_domain.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace scrim::testing {
namespace exhaustive_test {

using ::testing::HasSubstr;

// A threshold that some tables reach and others do not.
std::string threshold(const Parameter& parameter, Random& random) {
    if (parameter.kind == Parameter::Kind::integer) return std::to_string(1 + random.below(3));
    if (parameter.bound == Parameter::Bound::at_least)
        return parameter.maximum == "1" ? format("{}/10", random.below(3)) : format("{}/10", 10 + random.below(12));
    return parameter.maximum == "1" ? format("{}/10", 2 + random.below(8)) : format("{}/4", 1 + random.below(8));
}

std::string random_requirement(const models::ModelSpec& spec, Random& random) {
    std::vector<std::string> words;
    bool any = false;
    for (const Parameter& parameter : spec.parameters) {
        if (parameter.bound != Parameter::Bound::given) {
            if (!std::exchange(any, true) || random.below(4) > 0)
                words.push_back(format("{}={}", parameter.name, threshold(parameter, random)));
        } else if (parameter.kind == Parameter::Kind::integer || parameter.kind == Parameter::Kind::ratio) {
            const bool may_be_none = parameter.minimum == "0" && parameter.kind == Parameter::Kind::integer;
            words.push_back(format("{}={}", parameter.name, (may_be_none ? 0 : 1) + random.below(2)));
        } else if (!parameter.choices.empty()) {
            words.push_back(format("{}={}", parameter.name, parameter.choices[random.below(parameter.choices.size())]));
        } else if (parameter.kind == Parameter::Kind::text && random.below(3) > 0) {
            words.push_back(format("{}={}", parameter.name, 1 + random.below(4)));  // a sensitive value
        }
    }
    const std::string requirement = format("{}({})", spec.name, join(words, ", "));
    // Some arguments that are well-typed make no sense together.
    return models::make_model(*parse_requirement(requirement)) ? requirement : random_requirement(spec, random);
}

// A table of few classes, so that all their sets can be looked at.
ProblemOf small_table(const models::ModelSpec& spec, Random& random) {
    ProblemOf of = random_table(random, 3 + random.below(4), 1 + random.below(2), 2 + random.below(2));
    ColumnOf& sensitive = of.sensitive[0];
    for (std::string& value : sensitive.values) value = std::to_string(1 + random.below(4) * random.below(2));
    for (const char* value : {"1", "2", "3", "4"})
        sensitive.hierarchy.push_back({value, std::string(value) < "3" ? "low" : "high", "*"});
    of.suppress = random.below(3) == 0 ? 0 : random.below(of.sensitive[0].values.size() + 1);
    of.require = {random_requirement(spec, random)};
    if (random.below(3) == 0) of.require.push_back("k_anonymity(k=2)");
    if (random.below(3) == 0) of.metric = metrics::metrics()[random.below(metrics::metrics().size())]->name;
    if (spec.traits.needs_population)
        for (std::size_t person = 0; person < 3 * sensitive.values.size(); ++person) {
            auto& codes = of.population.emplace_back();
            // Everybody of the table, some of them twice, and one whom it may lack.
            const bool other = person + 1 == 3 * sensitive.values.size();
            const std::size_t row = person < sensitive.values.size() ? person : random.below(sensitive.values.size());
            for (const ColumnOf& column : of.quasi_identifiers)
                codes.push_back(column.values[other ? random.below(column.values.size()) : row]);
        }
    return of;
}

// Does it ask what no release can be made by: the values of quasi-identifiers, or, of several records, sets of them?
bool only_checked(const models::ModelSpec& spec, bool people) {
    const auto questions = (*models::make_model(Requirement{spec.name, {}}))->questions({"q0", "q1"});
    return std::any_of(questions.begin(), questions.end(), [&](const models::Question& question) {
        return (question.owners && people) || question.y == std::vector<std::string>{"q0"};
    });
}

class EveryModel : public ::testing::TestWithParam<const models::ModelSpec*> {};

// `people`: some have several records, also in several classes.
void compare_with_all_nodes(const models::ModelSpec& spec, bool people) {
    SeededRandom random(1);
    int compared = 0;
    for (int round = 0; round < rounds(200); ++round) {
        ProblemOf of = small_table(spec, random);
        for (std::size_t row = 0; people && row < of.sensitive[0].values.size(); ++row)
            of.person.push_back(std::to_string(random.below(4)));
        const recode::Problem problem = make_problem(of);
        // Judged on several sets of columns, classes are not left out by themselves.
        if (!problem.demands.per_class()) continue;
        ++compared;
        const std::vector<NodeBest> nodes = every_node(problem);
        for (const char* strategy : {"bound", "mingen", "incognito", "samarati"}) {
            SCOPED_TRACE(format("round {}, {}, {}, suppress {}, {}", round, join(of.require, " and "), of.metric,
                                of.suppress, strategy));
            const auto found = run(format("optimal(strategy={})", strategy), problem);
            if (!found && found.error().message.starts_with("strategy incognito")) {
                EXPECT_FALSE(problem.demands.monotone() && (problem.demands.upward_closed() || of.suppress == 0));
                continue;
            }
            ASSERT_EQ(found.ok(), !nodes.empty()) << (found.ok() ? "" : found.error().message);
            if (nodes.empty()) continue;
            NodeBest best = nodes.front();
            for (const NodeBest& node : nodes) {
                const bool lower = node.height < best.height, same = node.height == best.height;
                const bool better = node.loss < best.loss;
                if (std::string(strategy) == "samarati" ? lower || (same && better) : better) best = node;
            }
            const double loss = *recode::loss_of(problem, *found) * (problem.metric->lower_is_better ? 1 : -1);
            EXPECT_NEAR(loss, best.loss, 1e-9 * (1 + std::abs(best.loss)));
            if (std::string(strategy) == "samarati") {
                EXPECT_EQ(std::accumulate(found->levels.begin(), found->levels.end(), 0u), best.height);
            }
            for (const auto& [name, value] : found->details) EXPECT_NE(name, "optimum") << "small enough to prove";
        }
    }
    EXPECT_TRUE(compared > 0 || !spec.traits.per_class);
}

TEST_P(EveryModel, StrategiesGiveWhatTheyPromise) {
    const Traits& traits = GetParam()->traits;
    if (traits.needs_guards || traits.needs_blind || traits.of_mechanism) GTEST_SKIP() << "not in these tables";
    if (only_checked(*GetParam(), false)) GTEST_SKIP() << "no releases are made by it";
    compare_with_all_nodes(*GetParam(), false);
}

// Two classes that hold may share a person whose values, together, make everybody's alike.
TEST_P(EveryModel, AlsoWherePeopleHaveSeveralRecords) {
    const Traits& traits = GetParam()->traits;
    if (traits.needs_guards || traits.needs_blind || traits.of_mechanism || traits.needs_population)
        GTEST_SKIP() << "not in these tables";
    if (traits.against_overall || traits.one_value_each) GTEST_SKIP() << "refused there";
    if (only_checked(*GetParam(), true)) GTEST_SKIP() << "no releases are made by it";
    compare_with_all_nodes(*GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, ::testing::ValuesIn(models::models()),
                         [](const auto& parameter) { return parameter.param->name; });

// Judged on several sets of columns, upward-closed models lose the same records in whatever order.
TEST(Exhaustive, SeveralQuasiIdentifiers) {
    SeededRandom random(2);
    for (int round = 0; round < rounds(150); ++round) {
        ProblemOf of = random_table(random, 4 + random.below(8), 2, 3);
        of.require = {"k_anonymity(k=2, qid=[[q0], [q1]])"};
        of.suppress = random.below(of.sensitive[0].values.size());
        const recode::Problem problem = make_problem(of);
        std::optional<double> best;
        const recode::lattice::Lattice lattice(problem);
        for (std::uint64_t number = 0; number < lattice.size(); ++number) {
            recode::Recoding all = classes_of(problem, lattice.node(number));
            for (bool changed = true; changed;) {  // records of values that are printed once
                changed = false;
                for (std::size_t a = 0; a < 2; ++a) {
                    std::map<Span, std::uint64_t> printed;
                    for (std::size_t c = 0; c < all.size(); ++c) printed[all.box(c)[a]] += all.records(c);
                    std::vector<char> kept;
                    for (std::size_t c = 0; c < all.size(); ++c) kept.push_back(printed[all.box(c)[a]] >= 2);
                    changed |= std::count(kept.begin(), kept.end(), 0) > 0;
                    all.keep(kept);
                }
            }
            if (all.size() == 0 || problem.records() - all.records() > of.suppress) continue;
            if (const double loss = *recode::loss_of(problem, all); !best || loss < *best) best = loss;
        }
        for (const char* strategy : {"bound", "mingen"}) {
            const auto found = run(format("optimal(strategy={})", strategy), problem);
            ASSERT_EQ(found.ok(), best.has_value());
            if (!best) continue;
            EXPECT_NEAR(*recode::loss_of(problem, *found), *best, 1e-9);
        }
    }
}

// A coarse class fails (all of AB, three x and one y of five), its part A holds: nothing is lost there.
TEST(Exhaustive, PartsOfAFailingClassMayHold) {
    ProblemOf of;
    of.quasi_identifiers = {{.name = "g",
                             .values = {"A", "A", "A", "A", "B", "C", "C", "C", "C", "D"},
                             .hierarchy = {{"A", "AB", "*"}, {"B", "AB", "*"}, {"C", "CD", "*"}, {"D", "CD", "*"}}}};
    of.sensitive = {{.name = "s", .values = {"x", "x", "y", "y", "x", "x", "x", "y", "y", "y"}}};
    of.require = {"alpha_k_anonymity(alpha=1/2, k=2)"};
    of.suppress = 2;
    const recode::Problem problem = make_problem(of);
    for (const char* strategy : {"bound", "samarati", "mingen"}) {
        const auto found = run(format("optimal(strategy={})", strategy), problem);
        ASSERT_TRUE(found.ok()) << found.error().message;
        EXPECT_NEAR(*recode::loss_of(problem, *found), 0.2, 1e-12) << strategy;
    }
    EXPECT_THAT(run("optimal(strategy=incognito)", problem).error().message, HasSubstr("alpha_k_anonymity"));
}

// All records as one class fail, but without three of them the rest holds.
TEST(Exhaustive, SuppressionMeetsWhatNoClassOfAllRecordsDoes) {
    ProblemOf of;
    of.quasi_identifiers = {{.name = "g", .values = {"A", "A", "B", "B", "B"}}};
    of.sensitive = {{.name = "s", .values = {"x", "y", "x", "x", "x"}}};
    of.require = {"alpha_k_anonymity(alpha=1/2, k=2)"};
    of.suppress = 3;
    const auto found = run("optimal", make_problem(of));
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(found->records(), 2u);
    of.suppress = 2;
    EXPECT_THAT(run("optimal", make_problem(of)).error().message,
                HasSubstr("cannot be met by any recoding: even with all 5 records in one class the smallest possible "
                          "alpha is 4/5 and the largest possible k is 5 ('x' of 's' has 80 % of them, and there are 2 "
                          "values); relax it, or allow records to be suppressed: at least 3 records, and maybe more, "
                          "must be left out"));
}

// Level 0 against the release: without C both A and B hold, though only A fails while C is there.
TEST(Exhaustive, LeavingOutAnotherClassMayBeBetter) {
    ProblemOf of;
    of.quasi_identifiers = {{.name = "g", .values = {"A", "A", "A", "A", "B", "B", "B", "B", "C", "C"}}};
    of.sensitive = {{.name = "s", .values = {"x", "x", "y", "y", "x", "x", "y", "y", "x", "x"}}};
    of.require = {"t_closeness_equal(t=0.05)"};
    of.suppress = 4;
    const recode::Problem problem = make_problem(of);
    const auto found = run("optimal", problem);
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(found->records(), 8u);
    EXPECT_NEAR(*recode::loss_of(problem, *found), 0.2, 1e-12);
    // Compared with the original, all classes are too far from it, and only one class of all is not.
    of.require = {"t_closeness_equal(t=0.05, against=original)"};
    const recode::Problem original = make_problem(of);
    const auto compared = run("optimal", original);
    ASSERT_TRUE(compared.ok()) << compared.error().message;
    EXPECT_EQ(compared->records(), 10u);
    EXPECT_NEAR(*recode::loss_of(original, *compared), 1, 1e-12);
}

TEST(Exhaustive, IrrationalLevelsArePrintedAsDecimals) {
    ProblemOf of;
    of.quasi_identifiers = {{.name = "g", .values = {"A", "A", "B", "B"}}};
    of.sensitive = {{.name = "s", .values = {"x", "y", "x", "x"}}};
    of.require = {"l_diversity_entropy(l=2)"};
    EXPECT_THAT(run("optimal", make_problem(of)).error().message, HasSubstr("the largest possible l is 1.7547 ("));
}

// A class without records is no class of the release; a release without records is none.
TEST(Exhaustive, ClassesOfThePopulationAlone) {
    ProblemOf of;
    of.quasi_identifiers = {
        {.name = "g", .values = {"A", "A", "B"}, .hierarchy = {{"A", "*"}, {"B", "*"}, {"C", "*"}}}};
    of.sensitive = {{.name = "s", .values = {"x", "y", "x"}}};
    of.population = {{"A"}, {"A"}, {"B"}, {"C"}, {"C"}};
    of.require = {"k_map(k=2)"};
    of.suppress = 1;
    of.metric = "average_class_size";
    const recode::Problem problem = make_problem(of);
    const auto found = run("optimal", problem);
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(*recode::loss_of(problem, *found), 2);  // A alone: two records in one class
    of.quasi_identifiers[0].values = {"A", "B", "B"};
    of.quasi_identifiers[0].max_level = 0;
    of.population = {{"A"}, {"C"}};
    of.suppress = 3;
    const auto refused = run("optimal", make_problem(of));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, Error::Kind::input) << refused.error().message;
}

}  // namespace exhaustive_test
}  // namespace scrim::testing
