#include "methods/views/materialized/group_index.h"

#include "tests/oracle/closest_group.h"
#include "tests/views/numbered_tree.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace scrim::views {
namespace group_index_test {

using Box = std::vector<Span>;
using oracle::Trees;

Box random_box(const BoxLattice& lattice, const Trees& hierarchies, std::mt19937& random) {
    Box box;
    std::vector<BoxLattice::Step> way;
    for (std::size_t i = 0; i < hierarchies.size(); ++i) {
        lattice.climb(i, Span::of(random() % hierarchies[i]->nodes().front().span.width()), way);
        box.push_back(way[random() % way.size()].span);
    }
    return box;
}

// Random groups come, grow and go; each question is answered as by looking at all of them.
void compare_with_oracle(const Trees& hierarchies, unsigned steps) {
    const auto lattice = std::make_shared<const BoxLattice>(hierarchies);
    std::mt19937 random(7);
    GroupIndex index(lattice);
    std::map<std::uint32_t, oracle::PlainGroup> groups;
    std::vector<Box> used;
    for (std::uint32_t step = 0; step < steps; ++step) {
        const auto any = [&] { return std::next(groups.begin(), random() % groups.size()); };
        switch (groups.empty() ? 0 : random() % 4) {
            case 0:
            case 1: {
                if (used.empty() || random() % 3 != 0) used.push_back(random_box(*lattice, hierarchies, random));
                const oracle::PlainGroup group{used[random() % used.size()], 1 + std::uint32_t(random() % 6)};
                index.add(step, group.box, group.size);
                groups[step] = group;
                break;
            }
            case 2: {
                const auto at = any();
                index.remove(at->first, at->second.box, at->second.size);
                groups.erase(at);
                break;
            }
            case 3: {
                const auto at = any();
                const std::uint32_t size = 1 + random() % 6;
                index.resize(at->first, at->second.box, at->second.size, size);
                at->second.size = size;
                break;
            }
        }
        const Box box = random_box(*lattice, hierarchies, random);
        const std::uint32_t size = 1 + random() % 4, least = random() % 8;
        const auto found = index.closest(box, size, least);
        const auto expected = oracle::closest_group(hierarchies, groups, box, size, least);
        ASSERT_EQ(found.has_value(), expected.has_value());
        if (!found) continue;
        ASSERT_EQ(found->group, *expected) << "step " << step;
    }
}

// leaves - 1 is a power of two, so that penalties are exact here as well, and ties are ties.
TEST(GroupIndex, AnswersLikeTheOracle) {
    compare_with_oracle({numbered_tree(9, {3}), numbered_tree(2), numbered_tree(5)}, 2000);
    compare_with_oracle({numbered_tree(17, {2, 4, 8})}, 2000);
}

// 3^8 boxes above a record are too many to look them up.
TEST(GroupIndex, ManyAttributesAreScanned) { compare_with_oracle(oracle::Trees(8, numbered_tree(3, {2})), 600); }

TEST(GroupIndex, SmallerThenEarlierAmongEquals) {
    const auto lattice = std::make_shared<const BoxLattice>(oracle::Trees{numbered_tree(9, {3})});
    GroupIndex index(lattice);
    const Box low{{0, 3}}, high{{6, 9}}, middle{{4, 5}};
    EXPECT_FALSE(index.closest(middle, 1).has_value());
    index.add(3, low, 5);
    index.add(2, high, 5);
    EXPECT_EQ(index.closest(middle, 1)->group, 2u);
    index.add(9, low, 4);
    EXPECT_EQ(index.closest(middle, 1)->group, 9u);
    EXPECT_EQ(index.closest(middle, 1, 5)->group, 2u);
    EXPECT_FALSE(index.closest(middle, 1, 6).has_value());
}

// A wide group that covers the record is not the closest when a narrow one nearby needs to grow only a little.
TEST(GroupIndex, CoveringIsNotAlwaysCloser) {
    const auto lattice = std::make_shared<const BoxLattice>(oracle::Trees{numbered_tree(17, {2, 4, 8})});
    GroupIndex index(lattice);
    index.add(0, Box{{0, 17}}, 9);
    index.add(1, Box{{0, 1}}, 2);
    EXPECT_EQ(index.closest(Box{{1, 2}}, 1)->group, 1u);  // 3 records lose 1/16 each
    EXPECT_EQ(index.closest(Box{{2, 3}}, 1)->group, 1u);  // 3/16 each
    EXPECT_EQ(index.closest(Box{{4, 5}}, 1)->group, 0u);  // 7/16 each: more than all of one record
}

TEST(BoxLattice, NodesWithTheSameLeavesAreOne) {
    const auto chain = std::make_shared<const hierarchy::Hierarchy>(
        *hierarchy::Hierarchy::from_paths({{"a", "x", "y", "*"}, {"b", "x", "y", "*"}, {"c", "z", "w", "*"}}));
    const BoxLattice lattice({chain});
    std::vector<BoxLattice::Step> way;
    lattice.climb(0, *chain->find("a"), way);
    ASSERT_EQ(way.size(), 3u);
    EXPECT_EQ(way[0].inside, BoxLattice::no_step);
    EXPECT_EQ(way[1].penalty, BoxLattice::whole / 2);
    EXPECT_EQ(way[1].inside, BoxLattice::whole / 2);
    EXPECT_EQ(way[2].penalty, BoxLattice::whole);
    EXPECT_EQ(way[2].inside, BoxLattice::whole / 2);
    Box box{*chain->find("a")};
    EXPECT_FALSE(lattice.widen(box, box));
    EXPECT_TRUE(lattice.widen(box, Box{*chain->find("b")}));
    EXPECT_EQ(box[0], *chain->find("x"));
}

}  // namespace group_index_test
}  // namespace scrim::views
