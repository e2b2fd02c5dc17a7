// Greedy personalized generalization: its classes are attacked by whoever tries all originals that a release allows;
// the cells of a class are compared with the best of all ways to generalize them; and no single specialization is left
// that would have paid.
#include "kernel/core/text.h"
#include "kernel/recode/subtree/cell_generalizer.h"
#include "kernel/recode/subtree/personal_cuts.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace scrim::recode {
namespace personalized_test {

using hierarchy::Hierarchy;
using subtree::CellGeneralizer;
using testing::ColumnOf;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

const std::vector<std::vector<std::string>> illnesses{{"HIV", "infectious", "*"},
                                                      {"SARS", "infectious", "*"},
                                                      {"flu", "infectious", "*"},
                                                      {"gastritis", "stomach", "*"},
                                                      {"ulcer", "stomach", "*"}};

// The share of all originals that a class allows in which its first person's value lies below the guarding node: every
// order of its cells among its people, every leaf below each cell. (Who is first does not matter: all orders are
// tried.)
Ratio believed_by_enumeration(std::vector<Span> cells, Span guard) {
    std::sort(cells.begin(), cells.end());
    std::uint64_t all = 0, below = 0;
    do {
        std::vector<Code> leaves;
        for (const Span cell : cells) leaves.push_back(cell.lo);
        while (true) {
            ++all;
            below += guard.contains(leaves.front()) ? 1 : 0;
            std::size_t i = 0;
            for (; i < leaves.size() && ++leaves[i] == cells[i].hi; ++i) leaves[i] = cells[i].lo;
            if (i == leaves.size()) break;
        }
    } while (std::next_permutation(cells.begin(), cells.end()));
    return Ratio(static_cast<Int128>(below), static_cast<Int128>(all));
}

// Two sums of fractions, slowly: the mean over the cells of the share of their leaves that is below the guard.
bool allows(const std::vector<Span>& cells, Span guard, const Ratio& p) {
    Int128 numerator = 0, denominator = 1;
    for (const Span cell : cells) {
        const Int128 both = std::max<Int128>(0, Int128{std::min(cell.hi, guard.hi)} - std::max(cell.lo, guard.lo));
        numerator = numerator * cell.width() + both * denominator;
        denominator *= cell.width();
    }
    return Ratio(numerator, denominator * static_cast<Int128>(cells.size())) <= p;
}

Hierarchy random_hierarchy(Random& random) {
    std::vector<std::vector<std::string>> paths;
    const std::uint64_t leaves = 3 + random.below(5), low = 2 + random.below(2);
    for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
        std::vector<std::string> path{format("v{}", leaf), format("a{}", leaf / low)};
        if (leaves > 5) path.push_back(format("b{}", leaf / (low * 2)));
        path.push_back("*");
        paths.push_back(path);
    }
    return *Hierarchy::from_paths(paths);
}

std::vector<Span> nodes_above(const Hierarchy& hierarchy, Code value) {
    std::vector<Span> nodes;
    for (auto node = hierarchy.leaf(value); node != Hierarchy::none; node = hierarchy.nodes()[node].parent)
        if (nodes.empty() || nodes.back() != hierarchy.nodes()[node].span)
            nodes.push_back(hierarchy.nodes()[node].span);
    return nodes;
}

struct Class {
    std::vector<Code> values;  // of its records
    std::vector<Span> guards;  // different ones
};

Class random_class(Random& random, const Hierarchy& hierarchy) {
    Class made;
    const std::uint64_t records = 1 + random.below(5);
    std::set<Span> guards;
    for (std::uint64_t r = 0; r < records; ++r) {
        made.values.push_back(static_cast<Code>(random.below(hierarchy.domain().size())));
        const std::vector<Span> above = nodes_above(hierarchy, made.values.back());
        if (random.below(3) > 0) guards.insert(above[random.below(above.size())]);
    }
    made.guards.assign(guards.begin(), guards.end());
    return made;
}

// The least cost of all ways to generalize the records one by one; nothing where none holds.
std::optional<std::uint64_t> least_cost(const Hierarchy& hierarchy, const Class& of, const Ratio& p) {
    std::vector<std::vector<Span>> choices;
    for (const Code value : of.values) choices.push_back(nodes_above(hierarchy, value));
    std::vector<std::size_t> chosen(choices.size(), 0);
    std::optional<std::uint64_t> least;
    while (true) {
        std::vector<Span> cells;
        std::uint64_t cost = 0;
        for (std::size_t r = 0; r < choices.size(); ++r) {
            cells.push_back(choices[r][chosen[r]]);
            cost += cells.back().width() - 1;
        }
        if ((!least || cost < *least) &&
            std::all_of(of.guards.begin(), of.guards.end(), [&](Span guard) { return allows(cells, guard, p); }))
            least = cost;
        std::size_t r = 0;
        for (; r < chosen.size() && ++chosen[r] == choices[r].size(); ++r) chosen[r] = 0;
        if (r == chosen.size()) return least;
    }
}

std::vector<ValueCount> counted(const std::vector<Code>& values) {
    std::map<Code, std::uint32_t> counts;
    for (const Code value : values) ++counts[value];
    std::vector<ValueCount> bars;
    for (const auto& [value, count] : counts) bars.push_back({value, count});
    return bars;
}

std::vector<Span> cells_of(const CellGeneralizer::Made& made) {
    std::vector<Span> cells;
    for (const auto& cell : made.cells) cells.insert(cells.end(), cell.records, cell.node);
    return cells;
}

// Three with HIV and one with flu, where somebody guards HIV: one of three prints `infectious`, which holds three
// values, and HIV has 2 1/3 of 4 records, too much for 1/2; two of them, and it has 1 2/3 of 4.
TEST(CellGeneralizer, NoMoreCellsThanNeeded) {
    const Hierarchy hierarchy = *Hierarchy::from_paths(illnesses);
    const Code hiv = *hierarchy.domain().find("HIV"), flu = *hierarchy.domain().find("flu");
    const Span infectious = *hierarchy.find("infectious");
    CellGeneralizer generalizer(hierarchy, Ratio(1, 2));
    const std::vector<ValueCount> values = counted({hiv, hiv, hiv, flu});
    const auto made = generalizer.run(values, std::vector<Span>{Span::of(hiv)});
    ASSERT_TRUE(made.holds);
    EXPECT_EQ(made.cost, 4u);
    std::map<std::pair<Code, Span>, std::uint64_t> records;
    for (const auto& cell : made.cells) records[{cell.value, cell.node}] = cell.records;
    EXPECT_EQ((records[{hiv, infectious}]), 2u);
    EXPECT_EQ((records[{hiv, Span::of(hiv)}]), 1u);
    EXPECT_EQ((records[{flu, Span::of(flu)}]), 1u);
    // Whoever guards everything cannot be helped.
    EXPECT_FALSE(generalizer.run(values, std::vector<Span>{*hierarchy.find("*")}).holds);
    // Nobody guards anything.
    EXPECT_EQ(generalizer.run(values, {}).cost, 0u);
}

TEST(CellGeneralizer, AgainstEveryWayToGeneralize) {
    SeededRandom random(22);
    std::uint64_t feasible = 0, found = 0, best = 0, cost = 0;
    for (int round = 0; round < rounds(400); ++round) {
        const Hierarchy hierarchy = random_hierarchy(random);
        const Class of = random_class(random, hierarchy);
        const Ratio p(static_cast<Int128>(1 + random.below(6)), 7);
        const auto least = least_cost(hierarchy, of, p);
        CellGeneralizer generalizer(hierarchy, p);
        const auto made = generalizer.run(counted(of.values), of.guards);
        if (!least) {
            ASSERT_FALSE(made.holds);
            continue;
        }
        ++feasible;
        if (!made.holds) continue;
        ++found;
        const std::vector<Span> cells = cells_of(made);
        ASSERT_EQ(cells.size(), of.values.size());
        for (const Span guard : of.guards) ASSERT_TRUE(allows(cells, guard, p));
        std::uint64_t sum = 0;
        for (const Span cell : cells) sum += cell.width() - 1;
        ASSERT_EQ(made.cost, sum);
        ASSERT_GE(made.cost, *least);
        best += *least;
        cost += made.cost;
        // No cell could be printed more specifically by itself.
        for (const auto& cell : made.cells)
            for (const Span below : nodes_above(hierarchy, cell.value)) {
                if (below.width() >= cell.node.width()) break;
                std::vector<Span> others = cells;
                *std::find(others.begin(), others.end(), cell.node) = below;
                ASSERT_FALSE(std::all_of(of.guards.begin(), of.guards.end(),
                                         [&](Span guard) { return allows(others, guard, p); }));
            }
    }
    EXPECT_GT(feasible, 100u);
    // Greedy is not exhaustive: it misses few, and costs little more than the least.
    EXPECT_GE(found * 100, feasible * 97) << found << " of " << feasible;
    EXPECT_LE(cost * 100, best * 115) << cost << " for " << best;
}

ProblemOf guarded_table(Random& random, std::size_t rows, const std::vector<std::string>& require) {
    ProblemOf of = random_table(random, rows, 2, 2);
    ColumnOf& sensitive = of.sensitive.front();
    sensitive.hierarchy = illnesses;
    for (std::size_t row = 0; row < rows; ++row) {
        const auto& path = illnesses[random.below(illnesses.size())];
        sensitive.values[row] = path.front();
        of.guards.push_back(random.below(2) == 0 ? "" : path[random.below(2)]);
    }
    of.require = require;
    return of;
}

// The spans that the records of a class print in the guarded column.
std::vector<Span> printed_in(const Recoding& recoding, std::size_t c) {
    const std::size_t first = static_cast<std::size_t>(recoding.members(c).data() - recoding.all_members().data());
    std::vector<Span> cells;
    for (std::size_t m = 0; m < recoding.members(c).size(); ++m)
        cells.insert(cells.end(), recoding.members(c)[m].records, recoding.cells()[first + m]);
    return cells;
}

// The attack: all originals that a class of the release allows, for everybody in it and every node guarded there.
TEST(Personalized, NobodyIsBelievedToHaveMoreThanP) {
    SeededRandom random(4);
    int generalized = 0, made_classes = 0;
    for (int round = 0; round < rounds(60); ++round) {
        const Ratio p(static_cast<Int128>(2 + random.below(3)), 5);
        const Problem problem = make_problem(
            guarded_table(random, 4 + random.below(9), {format("personalized_privacy(p={})", p.to_string())}));
        const auto recoding = run("personalized", problem);
        if (!recoding) continue;  // somebody guards more than can be
        ASSERT_EQ(recoding->records(), problem.records());
        const auto& role = problem.demands.roles().sensitive.front();
        const Column& guards = problem.column(*problem.tuples->table.find("guard"));
        const Column& values = problem.column(*recoding->generalized);
        for (std::size_t c = 0; c < recoding->size(); ++c) {
            ++made_classes;
            const std::vector<Span> cells = printed_in(*recoding, c);
            std::set<Span> named;
            std::size_t m = static_cast<std::size_t>(recoding->members(c).data() - recoding->all_members().data());
            for (const Member& member : recoding->members(c)) {
                named.insert(role.guard_spans[guards[member.tuple]]);
                ASSERT_TRUE(recoding->cells()[m++].contains(values[member.tuple]));
                for (std::size_t a = 0; a < problem.dimensions(); ++a)
                    ASSERT_TRUE(recoding->box(c)[a].contains(problem.column(a)[member.tuple]));
            }
            generalized += std::any_of(cells.begin(), cells.end(), [](Span cell) { return cell.width() > 1; }) ? 1 : 0;
            for (const Span guard : named) {
                if (guard.empty()) continue;
                ASSERT_TRUE(allows(cells, guard, p));
                if (cells.size() <= 4) {
                    ASSERT_LE(believed_by_enumeration(cells, guard), p);
                }
            }
        }
    }
    EXPECT_GT(generalized, 20);
    EXPECT_GT(made_classes, 100);
}

// What enumeration believes is what the model measures, exactly.
TEST(Personalized, TheModelMeasuresWhatEnumerationBelieves) {
    SeededRandom random(5);
    const auto model = *models::make_model(*parse_requirement("personalized_privacy(p=1/2)"));
    for (int round = 0; round < rounds(100); ++round) {
        const Hierarchy hierarchy = random_hierarchy(random);
        const Class of = random_class(random, hierarchy);
        std::vector<Span> cells;
        for (const Code value : of.values) {
            const std::vector<Span> above = nodes_above(hierarchy, value);
            cells.push_back(above[random.below(above.size())]);
        }
        models::Sensitive sensitive;
        sensitive.hierarchy = &hierarchy;
        std::vector<ValueCount> values;
        for (const Span cell : cells) {
            values.push_back({static_cast<Code>(sensitive.cells.size()), 1});
            sensitive.cells.push_back(cell);
        }
        std::vector<models::GuardedCount> guards;
        Ratio most;
        for (const Span guard : of.guards) {
            guards.push_back({0, guard, 1});
            most = std::max(most, believed_by_enumeration(cells, guard));
        }
        models::ClassView view;
        view.size = cells.size();
        view.sensitive = &sensitive;
        view.values = values;
        view.guards = guards;
        ASSERT_EQ(model->measure(view)[0], most);
    }
}

// Loss of quasi-identifiers and sensitive cells together, by the metric's own definition.
double all_lost(const Problem& problem, const Recoding& recoding) {
    const std::size_t attributes = problem.dimensions() + 1;
    return loss_of(problem, recoding).value() * static_cast<double>(attributes);
}

// The loss with one value of one cut specialized, from scratch; nothing where a class would fail.
std::optional<double> lost_after(const Problem& problem, const Guarded& guarded, const Recoding& recoding,
                                 std::size_t attribute, Span whole, const std::vector<Span>& parts) {
    CellGeneralizer generalizer(*guarded.hierarchy, guarded.p);
    Demands::Scratch scratch;
    std::map<std::vector<Span>, std::vector<Member>> classes;
    for (std::size_t c = 0; c < recoding.size(); ++c)
        for (const Member& member : recoding.members(c)) {
            std::vector<Span> box(recoding.box(c).begin(), recoding.box(c).end());
            if (box[attribute] == whole)
                for (const Span part : parts)
                    if (part.contains(problem.column(attribute)[member.tuple])) box[attribute] = part;
            classes[box].push_back(member);
        }
    double lost = 0;
    for (const auto& [box, members] : classes) {
        if (!guarded.others.holds(members, scratch)) return std::nullopt;
        std::vector<Code> values;
        std::set<Span> named;
        for (const Member& member : members) {
            values.insert(values.end(), member.records, problem.column(guarded.column)[member.tuple]);
            named.insert(guarded.guard_spans[problem.column(guarded.guards)[member.tuple]]);
        }
        named.erase(Span{});
        const auto& made = generalizer.run(counted(values), std::vector<Span>(named.begin(), named.end()));
        if (!made.holds) return std::nullopt;
        lost += static_cast<double>(made.cost) / (guarded.hierarchy->domain().size() - 1);
        for (std::size_t a = 0; a < box.size(); ++a) {
            const hierarchy::Attribute& known = problem.quasi_identifiers[a];
            if (known.domain().size() > 1)
                lost += known.weight * static_cast<double>(values.size()) * (box[a].width() - 1) /
                        (known.domain().size() - 1);
        }
    }
    return lost / static_cast<double>(problem.records());
}

TEST(Personalized, NoSpecializationIsLeftThatPays) {
    SeededRandom random(6);
    int tried = 0, refused = 0;
    for (int round = 0; round < rounds(40); ++round) {
        ProblemOf of = guarded_table(random, 5 + random.below(25), {"personalized_privacy(p=3/5)", "k_anonymity(k=2)"});
        for (ColumnOf& column : of.quasi_identifiers)
            if (column.hierarchy.empty()) {
                std::set<std::string> values(column.values.begin(), column.values.end());
                for (const std::string& value : values) column.hierarchy.push_back({value, "*"});
                if (values.size() < 2) column.hierarchy.push_back({"99", "*"});
            }
        const Problem problem = make_problem(of);
        const auto recoding = run("personalized", problem);
        if (!recoding) continue;
        const auto guarded = guarded_column(problem);
        ASSERT_TRUE(guarded.ok());
        const double now = all_lost(problem, *recoding);
        ASSERT_NEAR(now, *lost_after(problem, *guarded, *recoding, 0, {}, {}), 1e-9);
        for (std::size_t a = 0; a < problem.dimensions(); ++a) {
            std::set<Span> printed;
            for (std::size_t c = 0; c < recoding->size(); ++c) printed.insert(recoding->box(c)[a]);
            const Hierarchy& hierarchy = *problem.quasi_identifiers[a].hierarchy;
            for (const Span whole : printed) {
                std::vector<Span> parts;
                for (const auto& node : hierarchy.nodes())
                    if (whole.width() > 1 && node.parent == hierarchy.covering(whole)) parts.push_back(node.span);
                if (parts.empty()) continue;
                const auto after = lost_after(problem, *guarded, *recoding, a, whole, parts);
                ++tried;
                refused += after ? 0 : 1;
                if (after) {
                    ASSERT_GE(*after, now - 1e-9);
                }
            }
        }
    }
    EXPECT_GT(tried, 20);
    EXPECT_GT(tried, refused);
}

TEST(Personalized, SaysWhatItCannotServe) {
    SeededRandom random(7);
    const auto why = [&](const std::vector<std::string>& require) {
        const auto made = run("personalized", make_problem(guarded_table(random, 12, require)));
        return made ? std::string() : made.error().message;
    };
    EXPECT_THAT(why({"personalized_privacy(p=1/2)", "l_diversity_distinct(l=2)"}),
                HasSubstr("personalized cannot serve l_diversity_distinct"));
    EXPECT_THAT(why({"k_anonymity(k=2)"}), HasSubstr("nothing is required that generalized sensitive values serve"));
    EXPECT_THAT(why({"personalized_privacy(p=0)"}), HasSubstr("even at the highest levels"));
    ProblemOf bare = guarded_table(random, 12, {"personalized_privacy(p=1/2)"});
    bare.guards.assign(12, "*");
    const auto made = run("personalized", make_problem(bare));
    ASSERT_FALSE(made.ok());
    EXPECT_THAT(made.error().message, HasSubstr("12 of 12 records"));
}

}  // namespace personalized_test
}  // namespace scrim::recode
