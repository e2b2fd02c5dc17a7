#include "kernel/hierarchy/label.h"
#include "tests/recode/problem_maker.h"
#include "tests/recode/subtree/cut_oracle.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace scrim::recode {
namespace top_down_disclosure_test {

using testing::expect_valid;
using ::testing::HasSubstr;
using testing::kept_by;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

const std::vector<std::vector<std::string>> jobs = {{"Doctor", "Professional", "ANY_Job"},
                                                    {"Engineer", "Professional", "ANY_Job"},
                                                    {"Lawyer", "Professional", "ANY_Job"},
                                                    {"Dancer", "Artist", "ANY_Job"},
                                                    {"Writer", "Artist", "ANY_Job"}};

// Every printed row and how many records print it.
std::map<std::vector<std::string>, std::uint64_t> rows(const Problem& problem, const Recoding& recoding) {
    std::map<std::vector<std::string>, std::uint64_t> shown;
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        std::vector<std::string> row;
        for (std::size_t a = 0; a < problem.dimensions(); ++a) {
            const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
            row.push_back(
                hierarchy::label_of_span(recoding.box(c)[a], attribute.domain(), attribute.hierarchy_from_file()));
        }
        shown[row] += recoding.records(c);
    }
    return shown;
}

using Rows = std::map<std::vector<std::string>, std::uint64_t>;

TEST(TopDownDisclosure, BoundsTheConfidenceOfThePapersTable) {
    // Table II (a) of Fung, Wang, Chen, Yu 2010 under their template <{job, sex} -> HIV, 60%>: women have HIV with 75%,
    // dancers and lawyers with 100%, and without engineers 80% have it. Writers can be disclosed: 50%, and 60% left.
    ProblemOf of;
    of.quasi_identifiers = {{"job", {"Engineer", "Engineer", "Lawyer", "Writer", "Writer", "Dancer", "Dancer"}},
                            {"sex", {"Male", "Male", "Male", "Female", "Female", "Female", "Female"}}};
    of.sensitive = {{"disease", {"Hepatitis", "Hepatitis", "HIV", "Flu", "HIV", "HIV", "HIV"}}};
    of.require = {"confidence_bounding(h=0.6, value=HIV)"};
    const Problem problem = make_problem(of);
    for (const char* recoder : {"top_down_disclosure", "top_down_disclosure(gain=loss)"}) {
        const auto recoding = run(recoder, problem);
        ASSERT_TRUE(recoding.ok()) << recoding.error().message;
        EXPECT_EQ(rows(problem, *recoding), (Rows{{{"Writer", "*"}, 2}, {{"*", "*"}, 5}}));
    }
}

TEST(TopDownDisclosure, AValueIsSuppressedWhereverItOccursOrNowhere) {
    ProblemOf of;
    of.quasi_identifiers = {{"job", {"Engineer", "Engineer", "Engineer", "Lawyer", "Lawyer", "Dancer"}}};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("top_down_disclosure", problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_EQ(rows(problem, *recoding), (Rows{{{"Engineer"}, 3}, {{"*"}, 3}}));
    EXPECT_EQ(recoding->details.back(), std::pair(std::string("disclosed"), std::string("1 value")));
}

TEST(TopDownDisclosure, SiblingsOfADisclosedValuePrintTheNodeAbove) {
    ProblemOf of;
    of.quasi_identifiers = {
        {"job", {"Lawyer", "Lawyer", "Lawyer", "Engineer", "Doctor", "Writer", "Dancer", "Writer"}, jobs}};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    const auto siblings = run("top_down_disclosure(scheme=siblings)", problem);
    ASSERT_TRUE(siblings.ok());
    EXPECT_EQ(rows(problem, *siblings), (Rows{{{"Lawyer"}, 3}, {{"Professional"}, 2}, {{"Artist"}, 3}}));
    // Of subtrees, all professionals or none.
    EXPECT_EQ(rows(problem, *run("topdown", problem)), (Rows{{{"Professional"}, 5}, {{"Artist"}, 3}}));
    // Of values, no nodes.
    EXPECT_EQ(rows(problem, *run("top_down_disclosure", problem)),
              (Rows{{{"Lawyer"}, 3}, {{"Writer"}, 2}, {{"*"}, 3}}));
}

TEST(TopDownDisclosure, GainsInformationAboutTheTarget) {
    // Either the engineers or the lawyers can be told from the others; only of the lawyers the class is known.
    ProblemOf of;
    of.quasi_identifiers = {{"job", {"Dancer", "Engineer", "Engineer", "Lawyer", "Lawyer"}}};
    of.sensitive = {{"class", {"no", "no", "yes", "yes", "yes"}}};
    of.require = {"k_anonymity(k=2)"};
    const Problem problem = make_problem(of);
    EXPECT_EQ(rows(problem, *run("top_down_disclosure", problem)), (Rows{{{"Lawyer"}, 2}, {{"*"}, 3}}));
    of.sensitive[0].values = {"no", "yes", "yes", "yes", "no"};
    EXPECT_EQ(rows(problem, *run("top_down_disclosure", make_problem(of))), (Rows{{{"Engineer"}, 2}, {{"*"}, 3}}));
}

TEST(TopDownDisclosure, HonorsTheHighestLevelAndSaysWhatToRelax) {
    ProblemOf of;
    of.quasi_identifiers = {{"job", {"Lawyer", "Lawyer", "Engineer", "Doctor", "Writer"}, jobs}};
    of.quasi_identifiers[0].max_level = 1;
    of.require = {"k_anonymity(k=2)"};
    EXPECT_THAT(worded(run("top_down_disclosure", make_problem(of)).error().message, Wording::command_line),
                HasSubstr("even with every value suppressed, 1 of 5 records are in classes that fail k_anonymity"));
    of.suppress = 1;
    const Problem problem = make_problem(of);
    EXPECT_EQ(rows(problem, *run("top_down_disclosure", problem)), (Rows{{{"Lawyer"}, 2}, {{"Professional"}, 2}}));
}

// All that can be disclosed of a table: values, or nodes below nodes.
struct Item {
    std::size_t attribute = 0;
    Span span;
    std::size_t parent = SIZE_MAX;  // place of the node that has to be disclosed before it
};

std::vector<Item> items_of(const Problem& problem, bool siblings) {
    std::vector<Item> items;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        std::map<Span, std::size_t> places;
        // Parents stand before their children.
        for (const hierarchy::Hierarchy::Node& node : attribute.hierarchy->nodes()) {
            if (node.parent == hierarchy::Hierarchy::none || (!siblings && node.span.width() > 1)) continue;
            if (node.span == attribute.hierarchy->nodes()[node.parent].span) continue;
            // At the highest level, or above it, it is printed anyway or never.
            if (node.span.covers(attribute.widest(node.span.lo))) continue;
            const auto parent = places.find(attribute.hierarchy->nodes()[node.parent].span);
            places[node.span] = items.size();
            items.push_back({a, node.span, parent == places.end() ? SIZE_MAX : parent->second});
        }
    }
    return items;
}

// What every value prints when these are disclosed.
std::vector<Cut> cuts_when(const Problem& problem, const std::vector<Item>& items, std::uint32_t disclosed) {
    std::vector<Cut> cuts;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        cuts.push_back(cut_at_level(attribute, attribute.max_level));
    for (std::size_t i = 0; i < items.size(); ++i)
        if (disclosed >> i & 1)
            for (Code value = items[i].span.lo; value < items[i].span.hi; ++value)
                if (Span& span = cuts[items[i].attribute][value]; span.covers(items[i].span)) span = items[i].span;
    return cuts;
}

bool holds(const Problem& problem, const std::vector<Cut>& cuts, const std::vector<char>& kept) {
    std::vector<std::vector<Code>> codes(cuts.size());
    for (std::size_t a = 0; a < cuts.size(); ++a) {
        std::map<Span, Code> names;
        for (std::size_t t = 0; t < kept.size(); ++t)
            codes[a].push_back(
                names.emplace(cuts[a][problem.column(a)[t]], static_cast<Code>(names.size())).first->second);
    }
    std::vector<Member> members;
    for (std::uint32_t t = 0; t < kept.size(); ++t)
        if (kept[t]) members.push_back({t, problem.tuples->weights[t]});
    std::vector<char> failing;
    problem.demands.against(members).find_failing(codes, kept, failing);
    return std::find(failing.begin(), failing.end(), 1) == failing.end();
}

// What every kept tuple prints.
std::vector<std::vector<Span>> printed(const Problem& problem, const std::vector<Cut>& cuts,
                                       const std::vector<char>& kept) {
    std::vector<std::vector<Span>> rows(kept.size());
    for (std::size_t t = 0; t < kept.size(); ++t)
        for (std::size_t a = 0; kept[t] && a < cuts.size(); ++a) rows[t].push_back(cuts[a][problem.column(a)[t]]);
    return rows;
}

std::vector<std::vector<Span>> printed(const Problem& problem, const Recoding& recoding) {
    std::vector<std::vector<Span>> rows(problem.tuples->size());
    for (std::size_t c = 0; c < recoding.size(); ++c)
        for (const Member& member : recoding.members(c))
            rows[member.tuple].assign(recoding.box(c).begin(), recoding.box(c).end());
    return rows;
}

TEST(TopDownDisclosure, OfAllSetsOfDisclosedValuesNoneThatHoldsHasMore) {
    SeededRandom random(8);
    const std::vector<std::vector<std::string>> demands = {
        {"k_anonymity(k=3)"},
        {"confidence_bounding(h=0.6)"},
        {"k_anonymity(k=2)", "l_diversity_distinct(l=2)"},
        {"t_closeness_equal(t=0.4)"},
        {"k_anonymity(k=4, qid=[[q0], [q1]])"},
        {"lkc_privacy(l=1, k=2, c=0.8)"},
    };
    int solved = 0, disclosed_some = 0;
    for (int round = 0; round < rounds(60); ++round) {
        ProblemOf of = random_table(random, 5 + random.below(25), 2, 2 + random.below(3));
        of.require = demands[random.below(demands.size())];
        of.suppress = random.below(3) == 0 ? random.below(4) : 0;
        for (auto& column : of.quasi_identifiers)
            if (!column.hierarchy.empty() && random.below(4) == 0) column.max_level = 1;
        const bool siblings = random.below(2) == 0;
        const Problem problem = make_problem(of);
        const std::vector<Item> items = items_of(problem, siblings);
        if (items.size() > 9) continue;
        const auto recoding = run(siblings ? "top_down_disclosure(scheme=siblings)" : "top_down_disclosure", problem);
        if (!recoding.ok()) {
            EXPECT_EQ(recoding.error().kind, Error::Kind::input);
            continue;
        }
        ++solved;
        expect_valid(problem, *recoding, true);
        const std::vector<char> kept = kept_by(problem, *recoding);
        const auto made = printed(problem, *recoding);
        bool found = false;
        for (std::uint32_t disclosed = 0; disclosed < 1u << items.size(); ++disclosed) {
            bool closed = true;
            for (std::size_t i = 0; i < items.size(); ++i)
                closed &= !(disclosed >> i & 1) || items[i].parent == SIZE_MAX || (disclosed >> items[i].parent & 1);
            if (!closed) continue;
            const std::vector<Cut> cuts = cuts_when(problem, items, disclosed);
            const auto rows = printed(problem, cuts, kept);
            found |= rows == made;
            bool narrower = rows != made;
            for (std::size_t t = 0; narrower && t < rows.size(); ++t)
                for (std::size_t a = 0; a < rows[t].size(); ++a) narrower &= made[t][a].covers(rows[t][a]);
            if (!narrower) continue;
            EXPECT_FALSE(holds(problem, cuts, kept)) << "round " << round;
        }
        EXPECT_TRUE(found) << "round " << round;
        disclosed_some += recoding->size() > 1;
    }
    EXPECT_GT(solved, rounds(60) / 5);
    EXPECT_GT(disclosed_some, rounds(60) / 10);
}

}  // namespace top_down_disclosure_test
}  // namespace scrim::recode
