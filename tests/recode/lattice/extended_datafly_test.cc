#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode {
namespace extended_datafly_test {

using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

using Box = std::vector<Span>;
using NodeId = hierarchy::Hierarchy::NodeId;

// The values that a tuple's may become, itself first.
std::vector<NodeId> way_up(const hierarchy::Attribute& attribute, Code value) {
    const auto& hierarchy = *attribute.hierarchy;
    std::vector<NodeId> way{hierarchy.leaf(value)};
    for (;;) {
        const auto& node = hierarchy.nodes()[way.back()];
        if (node.parent == hierarchy::Hierarchy::none) return way;
        if (!attribute.widest(value).covers(hierarchy.nodes()[node.parent].span)) return way;
        way.push_back(node.parent);
    }
}

// The paper's loop, the slow and obvious way: the box of each tuple's first group that holds; nothing for who is left.
template <class Holds>
std::vector<std::optional<Box>> naive_extended_datafly(const Problem& problem, const Holds& holds) {
    const std::size_t tuples = problem.tuples->size(), dimensions = problem.dimensions();
    std::vector<std::optional<Box>> left(tuples);
    std::vector<std::size_t> steps(dimensions, 0);
    const auto node = [&](std::size_t a, std::size_t t) {
        const auto way = way_up(problem.quasi_identifiers[a], problem.column(a)[t]);
        return way[std::min(steps[a], way.size() - 1)];
    };
    for (;;) {
        std::map<std::vector<NodeId>, std::vector<std::uint32_t>> groups;
        for (std::uint32_t t = 0; t < tuples; ++t) {
            if (left[t]) continue;
            std::vector<NodeId> nodes;
            for (std::size_t a = 0; a < dimensions; ++a) nodes.push_back(node(a, t));
            groups[nodes].push_back(t);
        }
        for (const auto& [nodes, members] : groups) {
            if (!holds(members)) continue;
            Box box;
            for (std::size_t a = 0; a < dimensions; ++a)
                box.push_back(problem.quasi_identifiers[a].hierarchy->nodes()[nodes[a]].span);
            for (const std::uint32_t t : members) left[t] = box;
        }
        std::size_t most = 0, chosen = dimensions;
        for (std::size_t a = 0; a < dimensions; ++a) {
            std::set<NodeId> different;
            bool may_rise = false;
            for (std::uint32_t t = 0; t < tuples; ++t) {
                if (left[t]) continue;
                different.insert(node(a, t));
                may_rise |= steps[a] + 1 < way_up(problem.quasi_identifiers[a], problem.column(a)[t]).size();
            }
            if (may_rise && different.size() > most) most = different.size(), chosen = a;
        }
        if (chosen == dimensions) return left;
        ++steps[chosen];
    }
}

std::vector<std::optional<Box>> printed(const Problem& problem, const Recoding& recoding) {
    std::vector<std::optional<Box>> boxes(problem.tuples->size());
    for (std::size_t c = 0; c < recoding.size(); ++c)
        for (const Member& member : recoding.members(c)) {
            EXPECT_FALSE(boxes[member.tuple]) << "two classes for one tuple";
            EXPECT_EQ(member.records, problem.tuples->weights[member.tuple]);
            boxes[member.tuple] = Box(recoding.box(c).begin(), recoding.box(c).end());
        }
    return boxes;
}

std::uint64_t left_out(const Problem& problem, const std::vector<std::optional<Box>>& boxes) {
    std::uint64_t records = 0;
    for (std::size_t t = 0; t < boxes.size(); ++t)
        if (!boxes[t]) records += problem.tuples->weights[t];
    return records;
}

ProblemOf random_problem(Random& random, std::size_t k, std::size_t l) {
    ProblemOf of = random_table(random, 4 + random.below(60), 1 + random.below(4), 1 + random.below(4));
    of.require = {format("k_anonymity(k={})", k), format("l_diversity_distinct(l={})", l)};
    of.suppress = random.below(12);
    for (auto& column : of.quasi_identifiers)
        if (random.below(4) == 0) column.max_level = column.hierarchy.empty() ? 0 : 1;
    return of;
}

// With everybody's own k beside the models.
void ask_own_k(Problem& problem, Random& random) {
    DemandRoles roles = problem.demands.roles();
    for (std::size_t t = 0; t < problem.tuples->size(); ++t)
        roles.own_k.push_back(1 + static_cast<std::uint32_t>(random.below(8)));
    problem.demands = *Demands::make(problem.tuples, roles, problem.demands.models());
}

TEST(ExtendedDatafly, LetsGoWhomTheObviousLoopLetsGo) {
    SeededRandom random(1);
    std::uint64_t solved = 0, refused = 0, of_several_levels = 0;
    const auto tried = static_cast<std::uint64_t>(rounds(300));
    for (std::uint64_t round = 0; round < tried; ++round) {
        const std::size_t k = 1 + random.below(6), l = 1 + random.below(3);
        Problem problem = make_problem(random_problem(random, k, l));
        if (round % 2 == 0) ask_own_k(problem, random);
        if (!problem.demands.why_impossible(problem.suppression_limit).empty()) continue;
        const std::vector<std::uint32_t>& own_k = problem.demands.roles().own_k;
        const auto holds = [&](const std::vector<std::uint32_t>& members) {
            std::uint64_t records = 0, wanted = k;
            std::set<Code> values;
            for (const std::uint32_t t : members) {
                records += problem.tuples->weights[t];
                values.insert(problem.column(problem.dimensions())[t]);
                if (!own_k.empty()) wanted = std::max<std::uint64_t>(wanted, own_k[t]);
            }
            return records >= wanted && values.size() >= l;
        };
        const auto expected = naive_extended_datafly(problem, holds);
        const std::uint64_t rest = left_out(problem, expected);
        const auto recoding = run("extended_datafly", problem);
        ASSERT_EQ(recoding.ok(), rest <= problem.suppression_limit && rest < problem.records())
            << (recoding ? "" : recoding.error().message);
        if (!recoding) {
            ++refused;
            EXPECT_THAT(recoding.error().message, HasSubstr("records are in classes that fail"));
            if (rest < problem.records()) {
                EXPECT_THAT(recoding.error().message, HasSubstr(format("{} of {} records", rest, problem.records())));
            }
            continue;
        }
        ++solved;
        expect_valid(problem, *recoding);
        const auto boxes = printed(problem, *recoding);
        EXPECT_EQ(boxes, expected);
        // Whoever knows the values of a tuple knows its class: the narrowest that covers them.
        for (std::uint32_t t = 0; t < boxes.size(); ++t)
            for (std::size_t c = 0; boxes[t] && c < recoding->size(); ++c) {
                bool covers_values = true, covers_box = true;
                for (std::size_t a = 0; a < problem.dimensions(); ++a) {
                    covers_values &= recoding->box(c)[a].contains(problem.column(a)[t]);
                    covers_box &= recoding->box(c)[a].covers((*boxes[t])[a]);
                }
                EXPECT_EQ(covers_values, covers_box);
            }
        std::set<Code> widths;
        for (std::size_t c = 0; c < recoding->size(); ++c) widths.insert(recoding->box(c)[0].width());
        of_several_levels += widths.size() > 1;
    }
    EXPECT_GT(solved, tried / 4);
    EXPECT_GT(refused, tried / 20);
    EXPECT_GT(of_several_levels, tried / 10);
}

TEST(ExtendedDatafly, ComparesWithWhatIsReleased) {
    SeededRandom random(2);
    std::uint64_t solved = 0, less = 0;
    for (int round = 0; round < 200; ++round) {
        ProblemOf of = random_table(random, 10 + random.below(40), 1 + random.below(3), 3);
        of.require = {"k_anonymity(k=3)", "t_closeness_equal(t=0.3)"};
        of.suppress = 4 + random.below(12);
        const Problem problem = make_problem(of);
        const auto recoding = run("extended_datafly", problem);
        if (!recoding) continue;
        ++solved;
        less += recoding->records() < problem.records();
        expect_valid(problem, *recoding);
    }
    EXPECT_GT(solved, 50u);
    EXPECT_GT(less, 20u);
}

TEST(ExtendedDatafly, CountsPeopleWhereNobodyRecountsThem) {
    SeededRandom random(3);
    std::uint64_t solved = 0;
    for (int round = 0; round < 200; ++round) {
        ProblemOf of = random_table(random, 20 + random.below(40), 1 + random.below(3), 3);
        of.require = {"k_anonymity(k=3)", "l_diversity_distinct(l=2)"};
        of.suppress = 20;
        for (std::size_t row = 0; row < of.sensitive.front().values.size(); ++row)
            of.person.push_back(format("p{}", random.below(20)));
        Problem problem = make_problem(of);
        // Boxes overlap: a reader could not recount the people in them.
        EXPECT_THAT(why_refused(*find_recoder("extended_datafly"), problem), HasSubstr("several records per person"));
        ask_own_k(problem, random);
        const auto recoding = run("extended_datafly", problem);
        if (!recoding) continue;
        ++solved;
        expect_valid(problem, *recoding);
        for (std::size_t c = 0; c < recoding->size(); ++c)
            for (const Member& member : recoding->members(c))
                EXPECT_GE(problem.demands.people(recoding->members(c)),
                          std::max(3u, problem.demands.roles().own_k[member.tuple]));
    }
    EXPECT_GT(solved, 30u);
}

const std::vector<std::vector<std::string>> zips = {{"13053", "1305*", "130**", "*"},
                                                    {"13068", "1306*", "130**", "*"},
                                                    {"14850", "1485*", "148**", "*"},
                                                    {"14853", "1485*", "148**", "*"}};

TEST(ExtendedDatafly, GroupsLeaveAsSoonAsTheyHold) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"13053", "13053", "13068", "14850", "14853", "14853"}, zips}};
    of.require = {"k_anonymity(k=2)"};
    of.suppress = 2;
    const Problem problem = make_problem(of);
    const auto recoding = run("extended_datafly", problem);
    ASSERT_TRUE(recoding.ok());
    // 13053 and 14853 leave at once. 13068 and 14850 meet at the top only, where Datafly would have taken all.
    ASSERT_EQ(recoding->size(), 3u);
    std::map<Code, std::uint64_t> records_of_width;
    for (std::size_t c = 0; c < 3; ++c) records_of_width[recoding->box(c)[0].width()] += recoding->records(c);
    EXPECT_EQ(records_of_width, (std::map<Code, std::uint64_t>{{1, 4}, {4, 2}}));
}

TEST(ExtendedDatafly, SaysWhatToRelax) {
    ProblemOf of;
    of.quasi_identifiers = {{"zip", {"13053", "13053", "13068", "14850", "14853", "14853"}, zips, 1, 2}};
    of.require = {"k_anonymity(k=2)"};
    const auto recoding = run("extended_datafly", make_problem(of));
    ASSERT_FALSE(recoding.ok());
    EXPECT_EQ(worded(recoding.error().message, Wording::command_line),
              "extended_datafly reached the highest levels: there, 2 of 6 records are in classes that fail "
              "k_anonymity, and 0 may be suppressed; allow more suppression (--suppress 2), raise the max_level of "
              "'zip', or relax k_anonymity");
    of.suppress = 2;
    EXPECT_TRUE(run("extended_datafly", make_problem(of)).ok());
}

}  // namespace extended_datafly_test
}  // namespace scrim::recode
