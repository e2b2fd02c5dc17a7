// LabelTree: a checked tree of labels, before its leaves are ordered. LabelTreeBuilder gathers one from rows.
//
//   LabelTreeBuilder labels("line");
//   SCRIM_CHECK(labels.add_path({"88512", "8851*", "*"}, 1));
//   SCRIM_TRY(LabelTree tree, labels.finish());
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scrim::hierarchy {

// Nodes are numbered in the order in which their labels first appear; every node is reached from the top.
struct LabelTree {
    using Id = std::uint32_t;
    static constexpr Id none = UINT32_MAX;

    std::vector<std::string> labels;
    std::vector<Id> parents;               // none at the top
    std::vector<Id> children;              // of node 0, then of node 1, …; siblings in order of first appearance
    std::vector<std::size_t> first_child;  // where each node's children begin; one more entry than there are nodes
    Id top = none;

    std::size_t size() const { return labels.size(); }
    bool is_leaf(Id node) const { return first_child[node] == first_child[node + 1]; }
    std::span<const Id> children_of(Id node) const {
        return {children.data() + first_child[node], children.data() + first_child[node + 1]};
    }
    std::span<Id> children_of(Id node) {
        return {children.data() + first_child[node], children.data() + first_child[node + 1]};
    }
    // The nodes that the top reaches, parents before children and each subtree in one piece.
    std::vector<Id> preorder() const;
};

class LabelTreeBuilder {
public:
    // `place` is what messages call the position of a row: "row", or "line" of a file.
    explicit LabelTreeBuilder(std::string place) : place_(std::move(place)) {}

    // A leaf and its ancestors from near to far; `at` is the row's position, from 1.
    Result<void> add_path(const std::vector<std::string>& path, std::size_t at);
    Result<void> add_edge(const std::string& child, const std::string& parent, std::size_t at);
    // Refuses what is not one tree with a top above at least one leaf. The builder is used up.
    Result<LabelTree> finish();

private:
    using Id = LabelTree::Id;

    struct Vertex {
        std::string label;
        Id parent = LabelTree::none;
        std::size_t parent_at = 0;  // the row that gave the parent
        std::size_t leaf_at = 0;    // the row that begins with it, 0 for none
        std::size_t seen_at = 0;    // the last path that holds it
    };

    Id intern(const std::string& label);
    Result<void> set_parent(Id child, Id parent, std::size_t at);
    Result<void> set_top(Id top, std::size_t at);
    Result<Id> find_top() const;
    Result<void> check(const LabelTree& tree) const;
    Error cycle_above(Id start, const LabelTree& tree) const;

    std::string place_;
    std::deque<Vertex> vertices_;                   // a deque, so that the keys below stay where they are
    std::unordered_map<std::string_view, Id> ids_;  // views into vertices_
    Id path_top_ = LabelTree::none;                 // the last label of the first path
    std::size_t path_top_at_ = 0;
};

// How many fields a row has when the empty ones at its end are not counted.
std::size_t count_filled(const std::vector<std::string>& fields);

}  // namespace scrim::hierarchy
