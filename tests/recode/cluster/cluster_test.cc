// Clustering: always valid, near the optimum of tiny tables, the same for any number of threads.
#include "tests/recode/cluster/best_partition.h"
#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>

#ifndef SCRIM_PLAIN_THREADS
#include <tbb/task_arena.h>
#endif

namespace scrim::testing {
namespace cluster_test {

using ::testing::HasSubstr;

const std::vector<std::vector<std::string>> demands = {
    {"k_anonymity(k=2)"},
    {"k_anonymity(k=5)"},
    {"l_diversity_distinct(l=2)"},
    {"k_anonymity(k=3)", "l_diversity_entropy(l=1.7)"},
    {"t_closeness(t=0.3)"},
    {"k_anonymity(k=2)", "beta_likeness_basic(beta=1)"},
    {"alpha_k_anonymity(alpha=0.6, k=3)"},
    {"l_diversity_recursive(c=2, l=2)"},
    {"k_anonymity(k=4)", "l_diversity_distinct(l=3)", "t_closeness(t=0.5)"},
};

// Some weights, and sometimes a limit to generalization.
void vary(ProblemOf& of, Random& random, bool limits) {
    for (ColumnOf& column : of.quasi_identifiers) {
        if (random.below(3) == 0) column.weight = 0.25 * static_cast<double>(1 + random.below(20));
        if (limits && random.below(4) == 0) column.max_level = static_cast<int>(random.below(2));
    }
}

// Every record is in a class unless the limits to generalization leave no choice.
TEST(Cluster, IsValidOnRandomTables) {
    SeededRandom random(1);
    int refused = 0, limited = 0;
    for (std::size_t round = 0; round < 540; ++round) {
        ProblemOf of = random_table(random, 5 + random.below(round % 10 == 0 ? 400 : 60), 1 + random.below(5), 4);
        of.require = demands[round % demands.size()];
        const bool limits = random.below(3) == 0;
        vary(of, random, limits);
        const recode::Problem problem = make_problem(of);
        SCOPED_TRACE(::testing::Message() << "round " << round << ", " << of.require[0]);
        const auto found = run("cluster", problem);
        limited += limits;
        if (!found.ok()) {
            EXPECT_EQ(found.error().kind, Error::Kind::input);
            EXPECT_TRUE(limits || !problem.demands.why_impossible().empty()) << found.error().message;
            refused += limits;
            continue;
        }
        expect_valid(problem, *found);
        EXPECT_EQ(found->records(), problem.records());
    }
    EXPECT_GT(limited, 100);
    EXPECT_LT(refused, limited * 3 / 4);
}

// Many records of each point, with many values: exact classes are large, and lend.
TEST(Cluster, IsValidWhereExactClassesAreLarge) {
    SeededRandom random(6);
    for (std::size_t round = 0; round < 90; ++round) {
        ProblemOf of = random_table(random, 200 + random.below(600), 1 + random.below(3), 3 + random.below(60));
        of.require = demands[round % demands.size()];
        const recode::Problem problem = make_problem(of);
        SCOPED_TRACE(::testing::Message() << "round " << round << ", " << of.require[0]);
        const auto found = run("cluster", problem);
        ASSERT_EQ(found.ok(), problem.demands.why_impossible().empty());
        if (!found.ok()) continue;
        expect_valid(problem, *found);
        EXPECT_EQ(found->records(), problem.records());
    }
}

TEST(Cluster, IsValidWithoutEffortAndWithManyAttributes) {
    SeededRandom random(2);
    for (std::size_t round = 0; round < 45; ++round) {
        ProblemOf of = random_table(random, 30 + random.below(300), 7 + random.below(12), 3);
        of.require = demands[round % demands.size()];
        vary(of, random, false);
        const recode::Problem problem = make_problem(of);
        SCOPED_TRACE(::testing::Message() << "round " << round << ", " << of.require[0]);
        const auto quick = run("cluster(effort=0)", problem);
        const auto thorough = run("cluster(effort=3)", problem);
        ASSERT_EQ(quick.ok(), thorough.ok());
        if (!quick.ok()) continue;
        expect_valid(problem, *quick);
        expect_valid(problem, *thorough);
        EXPECT_LE(weighted_loss(problem, *thorough), weighted_loss(problem, *quick) + 1e-6);
    }
}

TEST(Cluster, IsNeverBetterThanTheBestPartitionAndSeldomFarFromIt) {
    SeededRandom random(3);
    double ours = 0, best = 0;
    for (std::size_t round = 0; round < 300; ++round) {
        ProblemOf of = random_table(random, 4 + random.below(4), 1 + random.below(3), 3);
        of.require = demands[round % demands.size()];
        vary(of, random, random.below(4) == 0);
        const recode::Problem problem = make_problem(of);
        SCOPED_TRACE(::testing::Message() << "round " << round << ", " << of.require[0]);
        const auto optimum = best_partition(problem);
        const auto found = run("cluster", problem);
        ASSERT_EQ(found.ok(), optimum.has_value()) << (found.ok() ? "" : found.error().message);
        if (!optimum) continue;
        expect_valid(problem, *found);
        const double loss = weighted_loss(problem, *found);
        EXPECT_GE(loss, *optimum - 1e-9);
        ours += loss;
        best += *optimum;
    }
    EXPECT_LT(ours, 1.05 * best);
}

TEST(Cluster, ExactClassesLendRecords) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {}, {}}, {"town", {}, {{"a", "x", "*"}, {"b", "x", "*"}, {"c", "*"}}}};
    const auto rows = [&](int count, const std::string& age, const std::string& town) {
        for (int i = 0; i < count; ++i) {
            of.quasi_identifiers[0].values.push_back(age);
            of.quasi_identifiers[1].values.push_back(town);
        }
    };
    rows(9, "30", "a");
    rows(1, "31", "a");
    rows(5, "40", "c");
    of.require = {"k_anonymity(k=5)"};
    const recode::Problem problem = make_problem(of);
    const auto found = run("cluster", problem);
    ASSERT_TRUE(found.ok());
    expect_valid(problem, *found);
    // Five stay exact, four go with the one who is 31, and the five of c are not touched.
    ASSERT_EQ(found->size(), 3u);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(found->records(c), 5u);
    EXPECT_DOUBLE_EQ(weighted_loss(problem, *found), 5 * (1.0 / 2) / 2 / 15);
}

TEST(Cluster, ExactClassesKeepWhatTheyNeed) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "1", "1", "1", "1", "2"}, {}}};
    of.require = {"k_anonymity(k=5)"};
    const recode::Problem problem = make_problem(of);
    const auto found = run("cluster", problem);
    ASSERT_TRUE(found.ok());
    expect_valid(problem, *found);
    EXPECT_EQ(found->size(), 1u);
}

// Lending where values count: the exact class keeps two different values.
TEST(Cluster, LendsWhatModelsCanSpare) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "1", "1", "1", "2"}, {}}};
    of.sensitive = {{"s", {"p", "q", "p", "q", "p"}, {}}};
    of.require = {"l_diversity_distinct(l=2)"};
    const recode::Problem problem = make_problem(of);
    const auto found = run("cluster", problem);
    ASSERT_TRUE(found.ok());
    expect_valid(problem, *found);
    EXPECT_DOUBLE_EQ(weighted_loss(problem, *found), *best_partition(problem));
}

TEST(Cluster, DoesNotDependOnThreads) {
#ifndef SCRIM_PLAIN_THREADS
    SeededRandom random(4);
    for (const auto& require : {demands[1], demands[3]}) {
        ProblemOf of = random_table(random, 20'000, 9, 6);
        of.require = require;
        const recode::Problem problem = make_problem(of);
        std::vector<recode::Recoding> found;
        for (const int threads : {1, 2, 7})
            tbb::task_arena(threads).execute([&] { found.push_back(*run("cluster(effort=2)", problem)); });
        for (const recode::Recoding& other : found) {
            ASSERT_EQ(other.size(), found[0].size());
            for (std::size_t c = 0; c < other.size(); ++c) {
                EXPECT_TRUE(std::ranges::equal(other.box(c), found[0].box(c)));
                EXPECT_TRUE(std::ranges::equal(other.members(c), found[0].members(c)));
            }
        }
        expect_valid(problem, found[0]);
    }
#endif
}

// Points of large regions lie in several blocks, and k is larger than what blocks and neighbors hold.
TEST(Cluster, ServesAnyClassSize) {
    SeededRandom random(5);
    ProblemOf of = random_table(random, 3000, 7, 3);
    for (const std::string k : {"17", "100", "999", "1501", "3000"}) {
        of.require = {"k_anonymity(k=" + k + ")"};
        const recode::Problem problem = make_problem(of);
        const auto found = run("cluster(effort=2)", problem);
        ASSERT_TRUE(found.ok()) << found.error().message;
        expect_valid(problem, *found);
        EXPECT_EQ(found->records(), 3000u);
    }
}

TEST(Cluster, PrintsNumbersAndNullTogetherAsEverything) {
    // Ages 10, 11, 12 and NULL, k = 2: {10, 11} and {12, NULL} cost more than {10, 11, 12} would, but NULL needs one.
    const auto domain = std::make_shared<Domain>(Domain::of_numbers({10, 11, 12}, 0, Domain::Kind::number, true));
    Table table;
    table.add("age", Column(domain, std::vector<Code>{0, 1, 2, 3, 3, 0}));
    hierarchy::Attribute age;
    age.name = "age";
    age.hierarchy = std::make_shared<hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(domain));
    age.max_level = age.hierarchy->height();
    age.intervals = true;
    const auto tuples = std::make_shared<const Tuples>(distinct_tuples(std::move(table)));
    recode::DemandRoles roles;
    roles.quasi_identifiers = {"age"};
    std::vector<std::shared_ptr<const models::Model>> models{
        *models::make_model(*parse_requirement("k_anonymity(k=2)"))};
    recode::Problem problem{
        {age}, tuples, *recode::Demands::make(tuples, roles, models), 0, metrics::find_metric("ncp"), 0};
    const auto found = run("cluster", problem);
    ASSERT_TRUE(found.ok());
    expect_valid(problem, *found);
    // 10 10 | 11 12 | NULL NULL
    EXPECT_EQ(found->size(), 3u);
    EXPECT_DOUBLE_EQ(weighted_loss(problem, *found), 2 * (1.0 / 3) / 6);
}

ProblemOf rare_value() {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2", "3", "4", "5", "6"}, {}},
                            {"town",
                             {"a", "a", "a", "b", "b", "c"},
                             {{"a", "x", "*"}, {"b", "x", "*"}, {"c", "y", "*"}, {"d", "y", "*"}},
                             1,
                             1}};
    of.require = {"k_anonymity(k=2)"};
    return of;
}

TEST(Cluster, NamesTheLimitThatLeavesNoClass) {
    const auto found = run("cluster", make_problem(rare_value()));
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().kind, Error::Kind::input);
    EXPECT_THAT(found.error().message, HasSubstr("'town'"));
    EXPECT_THAT(found.error().message, HasSubstr("'y'"));
    EXPECT_THAT(found.error().message, HasSubstr("max_level"));
}

TEST(Cluster, LeavesOutWhatNoClassCanTakeWhereThatIsAllowed) {
    ProblemOf of = rare_value();
    of.suppress = 1;
    const recode::Problem problem = make_problem(of);
    const auto found = run("cluster", problem);
    ASSERT_TRUE(found.ok()) << found.error().message;
    expect_valid(problem, *found);
    EXPECT_EQ(found->records(), 5u);
}

TEST(Cluster, RefusesWhatItCannotServe) {
    ProblemOf of = rare_value();
    of.quasi_identifiers[1].max_level = -1;
    of.require = {"k_anonymity(k=7)"};
    EXPECT_THAT(run("cluster", make_problem(of)).error().message, HasSubstr("k_anonymity cannot be met"));
    of.require = {"k_anonymity(k=2)"};
    of.person = {"p", "p", "q", "r", "s", "t"};
    EXPECT_THAT(run("cluster", make_problem(of)).error().message, HasSubstr("several records per person"));
}

}  // namespace cluster_test
}  // namespace scrim::testing
