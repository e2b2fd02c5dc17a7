#include "kernel/core/text.h"
#include "kernel/recode/cut.h"
#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode {
namespace datafly_test {

using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using ::testing::Not;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

// Records in classes of fewer than k records or fewer than l different values, counted in plain maps.
std::uint64_t failing_records(const Problem& problem, const std::vector<std::uint32_t>& levels, std::size_t k,
                              std::size_t l) {
    struct Class {
        std::uint64_t records = 0;
        std::set<Code> values;
    };
    std::map<std::vector<Span>, Class> classes;
    for (std::size_t t = 0; t < problem.tuples->size(); ++t) {
        std::vector<Span> printed;
        for (std::size_t a = 0; a < levels.size(); ++a)
            printed.push_back(problem.quasi_identifiers[a].hierarchy->at_level(problem.column(a)[t], levels[a]).span);
        Class& found = classes[printed];
        found.records += problem.tuples->weights[t];
        found.values.insert(problem.column(levels.size())[t]);
    }
    std::uint64_t failing = 0;
    for (const auto& [printed, found] : classes)
        if (found.records < k || found.values.size() < l) failing += found.records;
    return failing;
}

// Sweeney's loop, the slow and obvious way: the levels it ends at, nothing when it fails.
std::optional<std::vector<std::uint32_t>> naive_datafly(const Problem& problem, std::size_t k, std::size_t l) {
    std::vector<std::uint32_t> levels(problem.dimensions(), 0);
    for (;;) {
        const std::uint64_t failing = failing_records(problem, levels, k, l);
        if (failing <= problem.suppression_limit && failing < problem.records()) return levels;
        std::size_t best = levels.size(), most = 0;
        for (std::size_t a = 0; a < levels.size(); ++a) {
            if (levels[a] == problem.quasi_identifiers[a].max_level) continue;
            std::set<Span> printed;
            for (std::size_t t = 0; t < problem.tuples->size(); ++t)
                printed.insert(problem.quasi_identifiers[a].hierarchy->at_level(problem.column(a)[t], levels[a]).span);
            if (printed.size() > most) {
                most = printed.size();
                best = a;
            }
        }
        if (best == levels.size()) return std::nullopt;
        ++levels[best];
    }
}

TEST(Datafly, EndsWhereTheObviousLoopEnds) {
    SeededRandom random(1);
    int solved = 0, refused = 0;
    for (int round = 0; round < 400; ++round) {
        ProblemOf of = random_table(random, 4 + random.below(60), 1 + random.below(4), 1 + random.below(4));
        const std::size_t k = 1 + random.below(6), l = 1 + random.below(3);
        of.require = {format("k_anonymity(k={})", k), format("l_diversity_distinct(l={})", l)};
        of.suppress = random.below(5);
        for (auto& column : of.quasi_identifiers)
            if (random.below(4) == 0) column.max_level = column.hierarchy.empty() ? 0 : 1;
        const Problem problem = make_problem(of);
        if (!problem.demands.why_impossible().empty()) continue;
        const auto expected = naive_datafly(problem, k, l);
        const auto recoding = run("datafly", problem);
        ASSERT_EQ(recoding.ok(), expected.has_value()) << (recoding ? "" : recoding.error().message);
        if (!recoding) {
            ++refused;
            EXPECT_THAT(recoding.error().message, HasSubstr("records are in classes that fail"));
            continue;
        }
        ++solved;
        expect_valid(problem, *recoding);
        std::vector<std::string> levels;
        for (const std::uint32_t level : *expected) levels.push_back(std::to_string(level));
        EXPECT_EQ(recoding->details.front(), (std::pair<std::string, std::string>("levels", join(levels, "-"))));
    }
    EXPECT_GT(solved, 200);
    EXPECT_GT(refused, 10);
}

const std::vector<std::vector<std::string>> zips = {{"13053", "1305*", "130**", "*"},
                                                    {"13068", "1306*", "130**", "*"},
                                                    {"14850", "1485*", "148**", "*"},
                                                    {"14853", "1485*", "148**", "*"}};

TEST(Datafly, SuppressesWhatIsLeft) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"13053", "13053", "13068", "14850", "14853", "14853"}, zips}};
    of.require = {"k_anonymity(k=2)"};
    of.suppress = 1;
    const auto recoding = run("datafly", make_problem(of));
    ASSERT_TRUE(recoding.ok());
    // Level 1 prints 1305* twice, 1306* once, 1485* three times.
    EXPECT_EQ(recoding->details.front().second, "1");
    EXPECT_EQ(recoding->records(), 5u);
}

TEST(Datafly, SaysWhatToRelax) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"13053", "13053", "13068", "14850", "14853", "14853"}, zips, 1, 1}};
    of.require = {"k_anonymity(k=2)"};
    const auto recoding = run("datafly", make_problem(of));
    ASSERT_FALSE(recoding.ok());
    EXPECT_EQ(
        worded(recoding.error().message, Wording::command_line),
        "datafly reached the highest levels, 1: there, 1 of 6 records are in classes that fail k_anonymity, and 0 "
        "may be suppressed; allow more suppression (--suppress 1), raise the max_level of 'zip', or relax "
        "k_anonymity");
    // What it suggests is enough.
    of.suppress = 1;
    EXPECT_TRUE(run("datafly", make_problem(of)).ok());
}

TEST(Datafly, DoesNotSuggestToSuppressEverything) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"13053", "13053", "13068", "14850", "14853", "14853"}, zips, 1, 0}};
    of.require = {"l_diversity_distinct(l=1)", "k_anonymity(k=3)"};
    of.sensitive = {{"disease", {"a", "b", "a", "b", "a", "b"}}};
    for (const char* algorithm : {"datafly", "optimal", "topdown", "bottomup"}) {
        const auto recoding = run(algorithm, make_problem(of));
        ASSERT_FALSE(recoding.ok());
        EXPECT_THAT(recoding.error().message,
                    HasSubstr("all 6 records are in classes that fail k_anonymity, so leaving records out does not "
                              "help; raise the max_level of 'zip', or relax k_anonymity"));
        EXPECT_EQ(recoding.error().field(), "") << "leaving more out does not help";
    }
}

TEST(Datafly, ServesSeveralQuasiIdentifiers) {
    SeededRandom random(2);
    for (int round = 0; round < 50; ++round) {
        ProblemOf of = random_table(random, 30, 3, 2);
        of.require = {"k_anonymity(k=3, qid=[[q0, q1], [q2]])"};
        of.suppress = random.below(4);
        const Problem problem = make_problem(of);
        const auto recoding = run("datafly", problem);
        ASSERT_TRUE(recoding.ok());
        expect_valid(problem, *recoding);
        std::map<std::pair<Span, Span>, std::uint64_t> first;
        std::map<Span, std::uint64_t> second;
        for (std::size_t c = 0; c < recoding->size(); ++c) {
            first[{recoding->box(c)[0], recoding->box(c)[1]}] += recoding->records(c);
            second[recoding->box(c)[2]] += recoding->records(c);
        }
        for (const auto& [printed, records] : first) EXPECT_GE(records, 3u);
        for (const auto& [printed, records] : second) EXPECT_GE(records, 3u);
    }
}

}  // namespace datafly_test
}  // namespace scrim::recode
