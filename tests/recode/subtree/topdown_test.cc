#include "kernel/core/text.h"
#include "kernel/recode/subtree/worth.h"
#include "tests/recode/problem_maker.h"
#include "tests/recode/subtree/cut_oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode {
namespace topdown_test {

using testing::cuts_hold;
using testing::cuts_of;
using testing::expect_minimal;
using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::replaced;
using testing::run;
using testing::ways_to_specialize;

const std::vector<std::vector<std::string>> jobs = {{"Engineer", "Professional", "ANY_Job"},
                                                    {"Lawyer", "Professional", "ANY_Job"},
                                                    {"Dancer", "Artist", "ANY_Job"},
                                                    {"Writer", "Artist", "ANY_Job"}};
const std::vector<std::vector<std::string>> ages = {
    {"30", "[30-35)", "[30-40)"}, {"35", "[35-40)", "[30-40)"}, {"38", "[35-40)", "[30-40)"}};

// Table II (a) of Fung, Wang, Chen, Yu: Privacy-preserving data publishing, 2010.
ProblemOf patients() {
    ProblemOf of;
    of.quasi_identifiers = {{"job", {"Engineer", "Engineer", "Lawyer", "Writer", "Writer", "Dancer", "Dancer"}, jobs},
                            {"sex", {"Male", "Male", "Male", "Female", "Female", "Female", "Female"}, {}},
                            {"age", {"35", "38", "38", "30", "30", "30", "30"}, ages}};
    of.sensitive = {{"disease", {"Hepatitis", "Hepatitis", "HIV", "Flu", "HIV", "HIV", "HIV"}, {}}};
    return of;
}

std::vector<std::string> labels(const Problem& problem, const Recoding& recoding, std::size_t c) {
    std::vector<std::string> shown;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Hierarchy& hierarchy = *problem.quasi_identifiers[a].hierarchy;
        shown.push_back(hierarchy.nodes()[hierarchy.covering(recoding.box(c)[a])].label);
    }
    return shown;
}

TEST(Topdown, FindsThePapersThreeAnonymousTable) {
    for (const char* recoder : {"topdown", "topdown(gain=loss)", "topdown(gain=information)"}) {
        ProblemOf of = patients();
        of.require = {"k_anonymity(k=3)"};
        const Problem problem = make_problem(of);
        const auto recoding = run(recoder, problem);
        ASSERT_TRUE(recoding.ok());
        // Table II (c); the age of the artists is 30 in all four, so it can be printed as it is.
        ASSERT_EQ(recoding->size(), 2u);
        EXPECT_EQ(labels(problem, *recoding, 0), (std::vector<std::string>{"Professional", "Male", "[35-40)"}));
        EXPECT_EQ(labels(problem, *recoding, 1), (std::vector<std::string>{"Artist", "Female", "30"}));
    }
}

TEST(Topdown, SeveralQuasiIdentifiersLoseLessThanOne) {
    ProblemOf of = patients();
    of.require = {"k_anonymity(k=2, qid=[[job, sex], [age]])"};
    const Problem problem = make_problem(of);
    const auto recoding = run("topdown", problem);
    ASSERT_TRUE(recoding.ok());
    expect_minimal(problem, *recoding, true);
    std::set<std::vector<std::string>> shown;
    for (std::size_t c = 0; c < recoding->size(); ++c) shown.insert(labels(problem, *recoding, c));
    // The age 35 occurs once, the lawyer too; writers and dancers are two each.
    EXPECT_EQ(shown, (std::set<std::vector<std::string>>{
                         {"Professional", "Male", "[35-40)"}, {"Writer", "Female", "30"}, {"Dancer", "Female", "30"}}));
}

TEST(Topdown, PrintsWhatNobodyAsksAbout) {
    ProblemOf of = patients();
    of.require = {"k_anonymity(k=7, qid=[[job, sex]])"};
    const Problem problem = make_problem(of);
    const auto recoding = run("topdown", problem);
    ASSERT_TRUE(recoding.ok());
    std::set<std::vector<std::string>> shown;
    for (std::size_t c = 0; c < recoding->size(); ++c) shown.insert(labels(problem, *recoding, c));
    EXPECT_EQ(shown, (std::set<std::vector<std::string>>{
                         {"ANY_Job", "*", "30"}, {"ANY_Job", "*", "35"}, {"ANY_Job", "*", "38"}}));
}

TEST(Topdown, CutsNumbersWhereTheTargetChanges) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"20", "21", "22", "23", "40", "41", "42", "43"}, {}}};
    of.sensitive = {{"class", {"no", "no", "no", "yes", "yes", "yes", "yes", "yes"}, {}}};
    of.require = {"k_anonymity(k=3)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("topdown", problem);
    ASSERT_TRUE(recoding.ok());
    ASSERT_EQ(recoding->size(), 2u);
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 3}));
    EXPECT_EQ(recoding->box(1)[0], (Span{3, 8}));
    // By loss, it is cut in the middle.
    EXPECT_EQ(run("topdown(gain=loss)", problem)->box(0)[0], (Span{0, 4}));
}

TEST(Topdown, RefusesInformationWithoutTarget) {
    ProblemOf of = patients();
    of.sensitive.clear();
    of.require = {"k_anonymity(k=3)"};
    EXPECT_THAT(run("topdown(gain=information)", make_problem(of)).error().message, HasSubstr("needs a target"));
    EXPECT_EQ(run("topdown", make_problem(of))->details.front().second, "loss");
}

TEST(Topdown, SaysWhatToRelax) {
    ProblemOf of = patients();
    of.quasi_identifiers[0].max_level = 1;
    of.require = {"k_anonymity(k=4)"};
    EXPECT_THAT(
        worded(run("topdown", make_problem(of)).error().message, Wording::command_line),
        HasSubstr("even at the highest levels, 3 of 7 records are in classes that fail k_anonymity, and 0 may be "
                  "suppressed; allow more suppression (--suppress 3), raise the max_level of 'job'"));
    of.suppress = 3;
    const Problem problem = make_problem(of);
    const auto recoding = run("topdown", problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_EQ(recoding->records(), 4u);
    expect_valid(problem, *recoding);
    expect_minimal(problem, *recoding, true);
}

TEST(Topdown, IsValidAndMinimalForAnyMonotoneDemands) {
    SeededRandom random(3);
    const std::vector<std::vector<std::string>> demands = {
        {"k_anonymity(k=3)"},
        {"k_anonymity(k=2)", "l_diversity_distinct(l=2)"},
        {"l_diversity_entropy(l=1.5)"},
        {"t_closeness_equal(t=0.3)"},
        {"k_anonymity(k=4, qid=[[q0, q1], [q1, q2]])"},
        {"lkc_privacy(l=2, k=2, c=0.8)"},
        {"k_anonymity(k=3, qid=[[q2]])", "l_diversity_recursive(c=3, l=2)"},
    };
    int solved = 0;
    for (int round = 0; round < 700; ++round) {
        ProblemOf of = random_table(random, 5 + random.below(60), 3, 2 + random.below(3));
        of.require = demands[random.below(demands.size())];
        of.suppress = random.below(3) == 0 ? random.below(8) : 0;
        for (auto& column : of.quasi_identifiers)
            if (random.below(5) == 0) column.max_level = column.hierarchy.empty() ? 0 : 1;
        const Problem problem = make_problem(of);
        const auto recoding = run(random.below(2) ? "topdown" : "topdown(gain=loss)", problem);
        if (!recoding.ok()) {
            EXPECT_EQ(recoding.error().kind, Error::Kind::input);
            continue;
        }
        ++solved;
        expect_valid(problem, *recoding);
        expect_minimal(problem, *recoding, true);
    }
    EXPECT_GT(solved, 400);
}

TEST(Topdown, CountsPeople) {
    SeededRandom random(4);
    for (int round = 0; round < 60; ++round) {
        ProblemOf of = random_table(random, 40, 2, 3);
        for (int row = 0; row < 40; ++row) of.person.push_back(format("p{}", random.below(12)));
        of.require = {"k_anonymity(k=3)", "l_diversity_distinct(l=2)"};
        const Problem problem = make_problem(of);
        const auto recoding = run("topdown", problem);
        if (!recoding.ok()) continue;
        expect_valid(problem, *recoding);
        expect_minimal(problem, *recoding, true);
    }
}

// IGPL and the paper's loop from their definitions, for demands that only count.
std::vector<Cut> naive_topdown(const Problem& problem, std::uint64_t k, bool information) {
    const std::vector<char> kept(problem.tuples->size(), 1);
    const recode::subtree::Worth worth(problem, kept, information);
    std::vector<Cut> cuts;
    struct Value {
        std::size_t attribute;
        Span span;
    };
    std::vector<Value> values;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        cuts.push_back(cut_at_level(problem.quasi_identifiers[a], problem.quasi_identifiers[a].max_level));
        for (const Span span : std::set<Span>(cuts[a].begin(), cuts[a].end())) values.push_back({a, span});
    }
    const auto smallest_class = [&](const std::vector<Cut>& by) {
        std::map<std::vector<Span>, std::uint64_t> classes;
        for (std::size_t t = 0; t < kept.size(); ++t) {
            std::vector<Span> printed;
            for (std::size_t a = 0; a < by.size(); ++a) printed.push_back(by[a][problem.column(a)[t]]);
            classes[printed] += problem.tuples->weights[t];
        }
        std::uint64_t smallest = UINT64_MAX;
        for (const auto& [printed, records] : classes) smallest = std::min(smallest, records);
        return smallest;
    };
    for (;;) {
        const auto now = static_cast<double>(smallest_class(cuts));
        std::size_t best = values.size();
        std::vector<Span> best_parts;
        recode::subtree::Gain best_score;
        for (std::size_t v = 0; v < values.size(); ++v) {
            const auto [a, span] = values[v];
            std::vector<Span> parts;
            recode::subtree::Gain gain;
            for (const auto& way : ways_to_specialize(problem.quasi_identifiers[a], span, true)) {
                std::vector<Cut> narrower = cuts;
                narrower[a] = replaced(cuts[a], way);
                if (smallest_class(narrower) < k) continue;
                const recode::subtree::Gain gained = way.size() == 2 && problem.quasi_identifiers[a].free_intervals() &&
                                                             !problem.quasi_identifiers[a].from_file
                                                         ? worth.of_cuts(a, span)[way[0].hi - span.lo - 1]
                                                         : worth.of(a, span, way);
                if (!parts.empty() && gained < gain) continue;
                gain = gained;
                parts = way;
            }
            if (parts.empty()) continue;
            std::vector<Cut> narrower = cuts;
            narrower[a] = replaced(cuts[a], parts);
            const double price = now - static_cast<double>(smallest_class(narrower)) + 1;
            const recode::subtree::Gain score{gain.first / price, gain.second / price};
            if (best < values.size() && !(score > best_score)) continue;
            best = v;
            best_score = score;
            best_parts = parts;
        }
        if (best == values.size()) return cuts;
        const std::size_t a = values[best].attribute;
        cuts[a] = replaced(cuts[a], best_parts);
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(best));
        for (const Span part : best_parts) values.push_back({a, part});
    }
}

TEST(Topdown, GoesTheWayOfTheDefinition) {
    SeededRandom random(5);
    for (int round = 0; round < 300; ++round) {
        ProblemOf of = random_table(random, 5 + random.below(80), 1 + random.below(4), 2 + random.below(3));
        const std::uint64_t k = 1 + random.below(6);
        of.require = {format("k_anonymity(k={})", k)};
        const Problem problem = make_problem(of);
        if (!problem.demands.why_impossible().empty()) continue;
        const bool information = random.below(2) == 0;
        const auto recoding = run(information ? "topdown" : "topdown(gain=loss)", problem);
        ASSERT_TRUE(recoding.ok());
        const std::vector<Cut> expected = naive_topdown(problem, k, information);
        for (std::size_t c = 0; c < recoding->size(); ++c)
            for (const Member& member : recoding->members(c))
                for (std::size_t a = 0; a < problem.dimensions(); ++a)
                    ASSERT_EQ(recoding->box(c)[a], expected[a][problem.column(a)[member.tuple]]) << "round " << round;
    }
}

}  // namespace topdown_test
}  // namespace scrim::recode
