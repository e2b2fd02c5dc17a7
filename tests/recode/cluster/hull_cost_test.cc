// HullCost against the definition, over all kinds of lanes.
#include "kernel/recode/cluster/hull_cost.h"

#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "kernel/recode/recoding.h"

#include <gtest/gtest.h>

namespace scrim::recode::cluster {
namespace hull_cost_test {

std::shared_ptr<const hierarchy::Hierarchy> numbers(std::size_t count, bool null) {
    std::vector<Int128> units;
    for (std::size_t i = 0; i < count; ++i) units.push_back(static_cast<Int128>(3 * i));
    return std::make_shared<hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(
        std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0, Domain::Kind::number, null))));
}

// Leaves in groups of `group`, those in groups of ten.
std::shared_ptr<const hierarchy::Hierarchy> tree(std::size_t leaves, std::size_t group) {
    std::vector<std::vector<std::string>> paths;
    for (std::size_t i = 0; i < leaves; ++i)
        paths.push_back({format("v{}", i), format("g{}", i / group), format("h{}", i / group / 10), "*"});
    return std::make_shared<hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(paths));
}

struct Made {
    Problem problem;
    std::vector<std::vector<Code>> rows;
};

Made make(const std::vector<std::shared_ptr<const hierarchy::Hierarchy>>& hierarchies, std::size_t rows,
          Random& random) {
    Table table;
    std::vector<hierarchy::Attribute> attributes;
    for (const auto& hierarchy : hierarchies) {
        hierarchy::Attribute attribute;
        attribute.name = format("q{}", attributes.size());
        attribute.hierarchy = hierarchy;
        attribute.weight = static_cast<double>(1 + random.below(5)) / 2;
        attribute.max_level = hierarchy->height();
        attribute.intervals = hierarchy->domain().is_numeric();
        std::vector<Code> codes;
        for (std::size_t i = 0; i < rows; ++i)
            codes.push_back(static_cast<Code>(random.below(8) == 0 ? hierarchy->domain().size() - 1
                                                                   : random.below(hierarchy->domain().size())));
        table.add(attribute.name, Column(hierarchy->domain_ptr(), codes));
        attributes.push_back(std::move(attribute));
    }
    const auto tuples = std::make_shared<const Tuples>(distinct_tuples(std::move(table)));
    DemandRoles roles;
    for (const auto& attribute : attributes) roles.quasi_identifiers.push_back(attribute.name);
    Made made{{attributes, tuples, *Demands::make(tuples, roles, {}), 0, metrics::find_metric("ncp"), 0}, {}};
    for (std::size_t t = 0; t < tuples->size(); ++t) {
        made.rows.emplace_back();
        for (std::size_t a = 0; a < attributes.size(); ++a) made.rows.back().push_back(tuples->table[a][t]);
    }
    return made;
}

// What the box of these rows costs, by the definition.
double by_definition(const Made& made, const std::vector<std::size_t>& which) {
    double sum = 0;
    for (std::size_t a = 0; a < made.problem.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = made.problem.quasi_identifiers[a];
        Span span;
        for (const std::size_t row : which) span = hull(span, Span::of(made.rows[row][a]));
        const double most = std::max<double>(attribute.domain().size(), 2) - 1;
        sum += attribute.weight * (printable(attribute, span).width() - 1) / most;
    }
    return sum;
}

void expect_equal(const std::vector<std::shared_ptr<const hierarchy::Hierarchy>>& hierarchies, double tolerance) {
    SeededRandom random(hierarchies.size());
    const Made made = make(hierarchies, 400, random);
    const HullCost cost(made.problem);
    std::vector<std::uint32_t> first(made.rows.size() + 1);
    for (std::uint32_t i = 0; i < first.size(); ++i) first[i] = i;
    const std::vector<Place> rows = cost.rows(made.problem, first);
    const std::size_t stride = cost.stride();
    ASSERT_EQ(stride % 8, 0u);
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::size_t> which{random.below(made.rows.size())};
        std::vector<Place> lo(&rows[which[0] * stride], &rows[which[0] * stride] + stride), hi = lo;
        for (std::size_t more = 0; more <= random.below(4); ++more) {
            which.push_back(random.below(made.rows.size()));
            const Place* x = &rows[which.back() * stride];
            const double with = cost.with(lo.data(), hi.data(), x) / cost.one();
            cost.widen(lo.data(), hi.data(), x);
            EXPECT_EQ(cost.of(lo.data(), hi.data()) / cost.one(), with);
            EXPECT_NEAR(with, by_definition(made, which), tolerance);
            Cost lanes = 0;
            for (std::size_t a = 0; a < stride; ++a) lanes += cost.lane(a, lo[a], hi[a]);
            EXPECT_EQ(lanes / cost.one(), with);
        }
    }
}

TEST(HullCost, NumbersAndSmallTrees) {
    expect_equal({numbers(7, false), tree(30, 4), numbers(100, true), tree(2, 1), numbers(1, true)}, 1e-6);
}

TEST(HullCost, MoreLanesThanAGroup) {
    std::vector<std::shared_ptr<const hierarchy::Hierarchy>> many;
    for (std::size_t i = 0; i < 19; ++i) many.push_back(i % 3 ? tree(5 + i, 3) : numbers(3 + i, i % 2));
    expect_equal(many, 1e-6);
}

TEST(HullCost, LargeTreesAreSearched) { expect_equal({tree(5000, 7), numbers(50, false), tree(700, 9)}, 1e-6); }

TEST(HullCost, ManyNumbersGoInSteps) { expect_equal({numbers(70'000, true), numbers(16'001, false)}, 1e-3); }

TEST(HullCost, NoAttributeCostsNothing) {
    SeededRandom random(1);
    const Problem problem = make({tree(3, 1)}, 3, random).problem;
    const HullCost cost(problem);
    const std::vector<Place> row(cost.stride(), 0);
    EXPECT_EQ(cost.between(row.data(), row.data()), 0u);
}

}  // namespace hull_cost_test
}  // namespace scrim::recode::cluster
