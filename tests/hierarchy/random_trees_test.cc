// Random trees against a slow, obvious twin: a map from each label to the set of leaves below it.
#include "kernel/core/random.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "kernel/hierarchy/label.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace scrim::hierarchy {
namespace random_trees_test {

using Path = std::vector<std::string>;  // from a leaf to the top

struct Twin {
    std::vector<Path> paths;
    std::map<std::string, std::set<std::string>> leaves_below;
    std::size_t height = 0;
};

// A tree of about `size` nodes; leaves are numbers 0, 1, … from left to right if `numbers`, and text otherwise.
Twin random_twin(SeededRandom& random, std::size_t size, bool numbers) {
    struct Vertex {
        std::size_t parent;
        std::vector<std::size_t> children;
    };
    std::vector<Vertex> tree{{0, {}}};
    while (tree.size() < size) {
        const std::size_t window =
            std::min<std::size_t>(tree.size(), 1 + random.below(8));  // small: deep, large: bushy
        const std::size_t parent = tree.size() - 1 - random.below(window);
        tree[parent].children.push_back(tree.size());
        tree.push_back({parent, {}});
    }
    std::vector<std::string> labels(tree.size());
    std::size_t next_leaf = 0;
    const auto name = [&](const auto& self, std::size_t vertex) -> void {
        if (tree[vertex].children.empty())
            labels[vertex] = (numbers ? "" : "leaf ") + std::to_string(next_leaf++);
        else
            labels[vertex] = vertex == 0 ? "*" : "group; " + std::to_string(vertex);
        for (const std::size_t child : tree[vertex].children) self(self, child);
    };
    name(name, 0);
    Twin twin;
    for (std::size_t vertex = 0; vertex < tree.size(); ++vertex) {
        if (!tree[vertex].children.empty()) continue;
        Path path{labels[vertex]};
        for (std::size_t above = vertex; above != 0;) {
            above = tree[above].parent;
            path.push_back(labels[above]);
        }
        for (const std::string& label : path) twin.leaves_below[label].insert(path.front());
        twin.height = std::max(twin.height, path.size() - 1);
        twin.paths.push_back(std::move(path));
    }
    return twin;
}

std::set<std::string> labels_in(Span span, const Domain& domain) {
    std::set<std::string> labels;
    for (Code code = span.lo; code < span.hi; ++code) labels.insert(domain.label(code));
    return labels;
}

void expect_equal(const Hierarchy& hierarchy, const Twin& twin) {
    ASSERT_EQ(hierarchy.domain().size(), twin.paths.size());
    ASSERT_EQ(hierarchy.nodes().size(), twin.leaves_below.size());
    EXPECT_EQ(hierarchy.height(), twin.height);
    for (const auto& [label, leaves] : twin.leaves_below) {
        const auto span = hierarchy.find(label);
        ASSERT_TRUE(span.has_value()) << label;
        EXPECT_EQ(labels_in(*span, hierarchy.domain()), leaves) << label;
    }
    for (const Path& path : twin.paths) {
        const Code code = *hierarchy.domain().find(path.front());
        for (std::size_t level = 0; level <= twin.height; ++level) {
            const std::size_t depth = std::min(path.size() - 1, twin.height - level);
            EXPECT_EQ(hierarchy.at_level(code, static_cast<std::uint32_t>(level)).label, path[path.size() - 1 - depth]);
        }
    }
}

void expect_nested(const Hierarchy& hierarchy) {
    const auto nodes = hierarchy.nodes();
    EXPECT_EQ(nodes[0].span, hierarchy.domain().whole());
    std::vector<Code> covered(nodes.size(), 0);
    for (Hierarchy::NodeId id = 1; id < nodes.size(); ++id) {
        const auto& parent = nodes[nodes[id].parent];
        EXPECT_LT(nodes[id].parent, id);
        EXPECT_TRUE(parent.span.covers(nodes[id].span));
        EXPECT_EQ(nodes[id].depth, parent.depth + 1);
        EXPECT_LT(nodes[id].height, parent.height);
        covered[nodes[id].parent] += nodes[id].span.width();
    }
    for (Hierarchy::NodeId id = 0; id < nodes.size(); ++id)
        EXPECT_EQ(covered[id], nodes[id].is_leaf() ? 0 : nodes[id].span.width());
}

void expect_levels_partition_the_domain(const Hierarchy& hierarchy) {
    for (std::uint32_t level = 0; level < hierarchy.levels(); ++level) {
        Code next = 0;
        for (Code code = 0; code < hierarchy.domain().size(); ++code) {
            const Span span = hierarchy.at_level(code, level).span;
            EXPECT_TRUE(span.contains(code));
            if (code == next) {
                EXPECT_EQ(span.lo, next);
                next = span.hi;
            }
            EXPECT_EQ(span.hi, next);
            EXPECT_TRUE(span.covers(hierarchy.at_level(code, level > 0 ? level - 1 : 0).span));
        }
        EXPECT_EQ(next, hierarchy.domain().size());
    }
}

void expect_covering_is_the_smallest_node(const Hierarchy& hierarchy, SeededRandom& random) {
    for (int i = 0; i < 20; ++i) {
        const Code lo = static_cast<Code>(random.below(hierarchy.domain().size()));
        const Span span{lo, lo + 1 + static_cast<Code>(random.below(hierarchy.domain().size() - lo))};
        const auto& found = hierarchy.nodes()[hierarchy.covering(span)];
        EXPECT_TRUE(found.span.covers(span));
        for (const auto& node : hierarchy.nodes()) EXPECT_TRUE(!node.span.covers(span) || node.depth <= found.depth);
    }
}

void expect_labels_are_read_back(const Hierarchy& hierarchy) {
    const Domain& domain = hierarchy.domain();
    for (const auto& node : hierarchy.nodes()) EXPECT_EQ(span_of_label(node.label, domain, &hierarchy), node.span);
    for (Code lo = 0; lo < domain.size(); ++lo)
        for (Code hi = lo + 1; hi <= domain.size(); ++hi) {
            const std::string label = label_of_span({lo, hi}, domain, &hierarchy);
            EXPECT_EQ(span_of_label(label, domain, &hierarchy), (Span{lo, hi})) << label;
        }
}

void expect_same_after_writing(const Hierarchy& hierarchy) {
    const std::string text = format_hierarchy(hierarchy);
    const auto again = parse_hierarchy(text, "again");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again->domain().kind(), hierarchy.domain().kind());
    EXPECT_EQ(again->nodes().size(), hierarchy.nodes().size());
    EXPECT_EQ(format_hierarchy(*again), text);
}

class RandomTrees : public testing::TestWithParam<bool> {};

TEST_P(RandomTrees, AgreeWithTheirTwin) {
    SeededRandom random(GetParam() ? 1 : 2);
    for (int trial = 0; trial < 150; ++trial) {
        Twin twin = random_twin(random, 2 + random.below(30), GetParam());
        random.shuffle(std::span(twin.paths));

        std::vector<Path> rows;
        std::set<std::pair<std::string, std::string>> edge_set;
        for (const Path& path : twin.paths) {
            Path row;
            for (const std::string& label : path) row.insert(row.end(), 1 + random.below(3) / 2, label);
            row.insert(row.end(), random.below(3), "");
            rows.push_back(std::move(row));
            for (std::size_t i = 1; i < path.size(); ++i) edge_set.emplace(path[i - 1], path[i]);
        }
        std::vector<std::pair<std::string, std::string>> edges(edge_set.begin(), edge_set.end());
        random.shuffle(std::span(edges));

        for (const auto& built : {Hierarchy::from_paths(rows), Hierarchy::from_pairs(edges)}) {
            ASSERT_TRUE(built.ok()) << built.error().message;
            EXPECT_EQ(built->domain().kind(), GetParam() ? Domain::Kind::number : Domain::Kind::text);
            expect_equal(*built, twin);
            expect_nested(*built);
            expect_levels_partition_the_domain(*built);
            expect_covering_is_the_smallest_node(*built, random);
            expect_same_after_writing(*built);
            expect_labels_are_read_back(*built);
            expect_nested(built->with_null());
            expect_levels_partition_the_domain(built->with_null());
            expect_labels_are_read_back(built->with_null());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Leaves, RandomTrees, testing::Bool(),
                         [](const auto& leaves) { return leaves.param ? "Numbers" : "Text"; });

TEST(RandomNumbers, StayNumbersExactlyWhenEachNodeHoldsConsecutiveOnes) {
    SeededRandom random(3);
    int numbers = 0, text = 0;
    for (int trial = 0; trial < 400; ++trial) {
        Twin twin = random_twin(random, 5 + random.below(8), true);
        // Rename the leaves at random; the twin knows which sets of numbers the nodes then hold.
        std::vector<int> names(twin.paths.size());
        for (std::size_t i = 0; i < names.size(); ++i) names[i] = static_cast<int>(i);
        if (random.below(2) == 0) random.shuffle(std::span(names));
        std::map<std::string, std::set<int>> numbers_below;
        for (Path& path : twin.paths) {
            const int name = names[std::stoul(path.front())];
            path.front() = std::to_string(name);
            for (const std::string& label : path) numbers_below[label].insert(name);
        }
        const bool consecutive = std::all_of(numbers_below.begin(), numbers_below.end(), [](const auto& entry) {
            return *entry.second.rbegin() - *entry.second.begin() + 1 == static_cast<int>(entry.second.size());
        });
        const auto built = Hierarchy::from_paths(twin.paths);
        ASSERT_TRUE(built.ok()) << built.error().message;
        EXPECT_EQ(built->domain().kind() == Domain::Kind::number, consecutive);
        expect_nested(*built);
        ++(consecutive ? numbers : text);
    }
    EXPECT_GT(numbers, 50);
    EXPECT_GT(text, 50);
}

}  // namespace random_trees_test
}  // namespace scrim::hierarchy
