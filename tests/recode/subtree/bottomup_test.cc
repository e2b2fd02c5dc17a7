#include "kernel/core/text.h"
#include "kernel/recode/subtree/generalizer.h"
#include "tests/recode/problem_maker.h"
#include "tests/recode/subtree/cut_oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode {
namespace bottomup_test {

using testing::expect_minimal;
using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::replaced;
using testing::run;
using testing::ways_to_specialize;

// The paper's loop from its definitions, for k-anonymity on all quasi-identifiers: the cuts it ends at.
class NaiveGeneralizer {
public:
    NaiveGeneralizer(const Problem& problem, std::uint64_t k, bool information)
        : problem_(problem), k_(k), worth_(problem, std::vector<char>(problem.tuples->size(), 1), information) {
        for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
            cuts_.push_back(cut_at_level(attribute, 0));
        find_candidates();
    }

    // False when nothing can be generalized further.
    bool run() {
        while (smallest(cuts_) < k_)
            if (!step()) return false;
        return true;
    }
    const std::vector<Cut>& cuts() const { return cuts_; }

private:
    using Classes = std::map<std::vector<Span>, std::uint64_t>;
    struct Candidate {
        std::size_t attribute;
        Span span;
        friend bool operator==(const Candidate&, const Candidate&) = default;
    };

    Classes classes(const std::vector<Cut>& cuts) const {
        Classes found;
        for (std::size_t t = 0; t < problem_.tuples->size(); ++t) {
            std::vector<Span> printed;
            for (std::size_t a = 0; a < cuts.size(); ++a) printed.push_back(cuts[a][problem_.column(a)[t]]);
            found[printed] += problem_.tuples->weights[t];
        }
        return found;
    }
    std::uint64_t smallest(const std::vector<Cut>& cuts) const {
        std::uint64_t least = UINT64_MAX;
        for (const auto& [printed, records] : classes(cuts)) least = std::min(least, records);
        return least;
    }
    // Adds what has become possible behind what was.
    void find_candidates() {
        for (std::size_t a = 0; a < cuts_.size(); ++a) {
            const hierarchy::Attribute& attribute = problem_.quasi_identifiers[a];
            for (const hierarchy::Hierarchy::Node& node : attribute.hierarchy->nodes()) {
                if (node.span.width() == 1 || !attribute.widest(node.span.lo).covers(node.span)) continue;
                bool all_printed = true;
                const std::vector<Span> children = ways_to_specialize(attribute, node.span, false).front();
                for (const Span child : children) all_printed &= cuts_[a][child.lo] == child;
                const Candidate candidate{a, node.span};
                if (all_printed && std::find(candidates_.begin(), candidates_.end(), candidate) == candidates_.end())
                    candidates_.push_back(candidate);
            }
        }
    }
    bool step() {
        if (candidates_.empty()) return false;
        const std::uint64_t now = smallest(cuts_);
        std::set<std::pair<std::size_t, Span>> failing;
        for (const auto& [printed, records] : classes(cuts_))
            for (std::size_t a = 0; a < printed.size(); ++a)
                if (records < k_) failing.insert({a, printed[a]});
        std::vector<std::tuple<int, recode::subtree::Gain, std::size_t>> ranked;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            const auto [a, span] = candidates_[i];
            std::vector<Cut> wider = cuts_;
            wider[a] = replaced(cuts_[a], {span});
            const auto gained = static_cast<double>(smallest(wider) - now);
            const auto children = ways_to_specialize(problem_.quasi_identifiers[a], span, false).front();
            bool touches = false;
            for (const Span child : children) touches |= failing.contains({a, child});
            const recode::subtree::Gain loss = worth_.of(a, span, children);
            ranked.emplace_back(gained > 0 ? 0
                                : touches  ? 1
                                           : 2,
                                recode::subtree::Gain{loss.first / (gained + 1), loss.second / (gained + 1)}, i);
        }
        const std::size_t best = std::get<2>(*std::min_element(ranked.begin(), ranked.end()));
        cuts_[candidates_[best].attribute] = replaced(cuts_[candidates_[best].attribute], {candidates_[best].span});
        candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(best));
        find_candidates();
        return true;
    }

    const Problem& problem_;
    std::uint64_t k_;
    recode::subtree::Worth worth_;
    std::vector<Cut> cuts_;
    std::vector<Candidate> candidates_;
};

TEST(Generalizer, GoesTheWayOfTheDefinition) {
    SeededRandom random(7);
    int reached = 0;
    for (int round = 0; round < 400; ++round) {
        ProblemOf of = random_table(random, 5 + random.below(80), 1 + random.below(4), 2 + random.below(3));
        const std::uint64_t k = 1 + random.below(8);
        of.require = {format("k_anonymity(k={})", k)};
        for (auto& column : of.quasi_identifiers)
            if (random.below(6) == 0) column.max_level = column.hierarchy.empty() ? 0 : 1;
        const Problem problem = make_problem(of);
        const bool information = random.below(2) == 0;
        NaiveGeneralizer naive(problem, k, information);
        const bool expected = naive.run();
        const auto asked = recode::subtree::AskedColumns::of(problem);
        ASSERT_TRUE(asked.ok());
        recode::subtree::Generalizer generalizer(problem, *asked, information);
        while (!generalizer.holds() && generalizer.step()) {
        }
        EXPECT_EQ(generalizer.holds(), expected);
        EXPECT_EQ(generalizer.cuts(), naive.cuts()) << "round " << round;
        reached += expected;
    }
    EXPECT_GT(reached, 200);
}

TEST(Bottomup, IsValidAndMinimalForAnyMonotoneDemands) {
    SeededRandom random(8);
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
        of.suppress = random.below(2) == 0 ? random.below(8) : 0;
        for (auto& column : of.quasi_identifiers)
            if (random.below(5) == 0) column.max_level = column.hierarchy.empty() ? 0 : 1;
        const Problem problem = make_problem(of);
        const auto recoding = run(random.below(2) ? "bottomup" : "bottomup(gain=loss)", problem);
        if (!recoding.ok()) {
            EXPECT_EQ(recoding.error().kind, Error::Kind::input);
            continue;
        }
        ++solved;
        expect_valid(problem, *recoding);
        expect_minimal(problem, *recoding, false);
    }
    EXPECT_GT(solved, 400);
}

TEST(Bottomup, MeetsWhateverTheHighestLevelsMeet) {
    SeededRandom random(9);
    for (int round = 0; round < 200; ++round) {
        ProblemOf of = random_table(random, 5 + random.below(40), 3, 3);
        of.require = {"k_anonymity(k=3)", "l_diversity_distinct(l=2)"};
        of.suppress = random.below(4);
        for (auto& column : of.quasi_identifiers)
            if (random.below(3) == 0) column.max_level = column.hierarchy.empty() ? 0 : 1;
        const Problem problem = make_problem(of);
        EXPECT_EQ(run("bottomup", problem).ok(), run("topdown", problem).ok());
    }
}

TEST(Bottomup, CountsPeople) {
    SeededRandom random(10);
    for (int round = 0; round < 60; ++round) {
        ProblemOf of = random_table(random, 40, 2, 3);
        for (int row = 0; row < 40; ++row) of.person.push_back(format("p{}", random.below(12)));
        of.require = {"k_anonymity(k=3)", "l_diversity_distinct(l=2)"};
        const Problem problem = make_problem(of);
        const auto recoding = run("bottomup", problem);
        if (!recoding.ok()) continue;
        expect_valid(problem, *recoding);
        expect_minimal(problem, *recoding, false);
    }
}

const std::vector<std::vector<std::string>> zips = {{"13053", "1305*", "130**", "*"},
                                                    {"13068", "1306*", "130**", "*"},
                                                    {"14850", "1485*", "148**", "*"},
                                                    {"14853", "1485*", "148**", "*"}};

TEST(Bottomup, GeneralizesOnlyWhereItMust) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"13053", "13053", "13068", "13068", "14850", "14853"}, zips}};
    of.require = {"k_anonymity(k=2)"};
    const auto recoding = run("bottomup", make_problem(of));
    ASSERT_TRUE(recoding.ok());
    ASSERT_EQ(recoding->size(), 3u);
    EXPECT_EQ(recoding->box(0)[0], (Span{0, 1}));
    EXPECT_EQ(recoding->box(1)[0], (Span{1, 2}));
    EXPECT_EQ(recoding->box(2)[0], (Span{2, 4}));
    EXPECT_EQ(recoding->details[1], (std::pair<std::string, std::string>("generalizations", "1")));
}

TEST(Bottomup, SaysWhatToRelax) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"13053", "13053", "13068", "14850", "14853", "14853"}, zips, 1, 1}};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_THAT(worded(run("bottomup", make_problem(of)).error().message, Wording::command_line),
                HasSubstr("bottomup reached the highest levels: there, 1 of 6 records are in classes that fail "
                          "k_anonymity, and 0 may be suppressed; allow more suppression (--suppress 1), raise the "
                          "max_level of 'zip'"));
    of.suppress = 1;
    EXPECT_EQ(run("bottomup", make_problem(of))->records(), 5u);
}

}  // namespace bottomup_test
}  // namespace scrim::recode
