#include "kernel/hierarchy/label_tree.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::hierarchy {

std::vector<LabelTree::Id> LabelTree::preorder() const {
    std::vector<Id> order;
    order.reserve(size());
    std::vector<Id> waiting{top};
    while (!waiting.empty()) {
        const Id node = waiting.back();
        waiting.pop_back();
        order.push_back(node);
        const auto below = children_of(node);
        waiting.insert(waiting.end(), below.rbegin(), below.rend());
    }
    return order;
}

std::size_t count_filled(const std::vector<std::string>& fields) {
    std::size_t count = fields.size();
    while (count > 0 && fields[count - 1].empty()) --count;
    return count;
}

LabelTreeBuilder::Id LabelTreeBuilder::intern(const std::string& label) {
    if (const auto known = ids_.find(label); known != ids_.end()) return known->second;
    const Id id = static_cast<Id>(vertices_.size());
    vertices_.push_back({label});
    ids_.emplace(vertices_.back().label, id);
    return id;
}

Result<void> LabelTreeBuilder::add_path(const std::vector<std::string>& path, std::size_t at) {
    const std::size_t length = count_filled(path);
    if (length == 0) return input_error(format("{} {} is empty; a row begins with a value", place_, at));
    Id below = LabelTree::none;
    for (std::size_t i = 0; i < length; ++i) {
        if (path[i].empty())
            return input_error(
                format("{} {}: field {} of {} is empty; every level needs a label", place_, at, i + 1, length));
        const Id node = intern(path[i]);
        if (node == below) continue;
        if (vertices_[node].seen_at == at)
            return input_error(format("{} {}: {} stands both below and above {}; a label may repeat only side by side",
                                      place_, at, quoted(path[i]), quoted(path[i - 1])));
        vertices_[node].seen_at = at;
        if (below == LabelTree::none)
            vertices_[node].leaf_at = at;
        else
            SCRIM_CHECK(set_parent(below, node, at));
        below = node;
    }
    return set_top(below, at);
}

Result<void> LabelTreeBuilder::add_edge(const std::string& child, const std::string& parent, std::size_t at) {
    if (child.empty() || parent.empty())
        return input_error(
            format("{} {}: the {} is empty; a pair needs two labels", place_, at, child.empty() ? "child" : "parent"));
    const Id below = intern(child);
    const Id above = intern(parent);
    if (below == above) return {};
    return set_parent(below, above, at);
}

Result<void> LabelTreeBuilder::set_parent(Id child, Id parent, std::size_t at) {
    Vertex& vertex = vertices_[child];
    if (vertex.parent == LabelTree::none) {
        vertex.parent = parent;
        vertex.parent_at = at;
    } else if (vertex.parent != parent) {
        return input_error(format("{} lies below {} ({} {}) and below {} ({} {}); a label has one parent everywhere",
                                  quoted(vertex.label), quoted(vertices_[vertex.parent].label), place_,
                                  vertex.parent_at, quoted(vertices_[parent].label), place_, at));
    }
    return {};
}

Result<void> LabelTreeBuilder::set_top(Id top, std::size_t at) {
    if (path_top_ == LabelTree::none) {
        path_top_ = top;
        path_top_at_ = at;
    } else if (path_top_ != top) {
        return input_error(
            format("{} {} ends in {} but {} {} ends in {}; all rows must end in one top, and there is no header row",
                   place_, path_top_at_, quoted(vertices_[path_top_].label), place_, at, quoted(vertices_[top].label)));
    }
    return {};
}

Result<LabelTree> LabelTreeBuilder::finish() {
    if (vertices_.empty()) return input_error("there is not one value; a hierarchy needs a row 'value;…;*' for each");
    SCRIM_TRY(const Id top, find_top());
    LabelTree tree;
    tree.top = top;
    tree.first_child.assign(vertices_.size() + 1, 0);
    for (const Vertex& vertex : vertices_)
        if (vertex.parent != LabelTree::none) ++tree.first_child[vertex.parent + 1];
    for (std::size_t i = 1; i < tree.first_child.size(); ++i) tree.first_child[i] += tree.first_child[i - 1];
    tree.children.resize(tree.first_child.back());
    tree.parents.reserve(vertices_.size());
    std::vector<std::size_t> next(tree.first_child.begin(), tree.first_child.end() - 1);
    for (Id id = 0; id < vertices_.size(); ++id) {
        const Id parent = vertices_[id].parent;
        tree.parents.push_back(parent);
        if (parent != LabelTree::none) tree.children[next[parent]++] = id;
    }
    SCRIM_CHECK(check(tree));
    ids_.clear();
    tree.labels.reserve(vertices_.size());
    for (Vertex& vertex : vertices_) tree.labels.push_back(std::move(vertex.label));
    return tree;
}

// The one label without a parent; the first label where there is none, for check() to find the cycle.
Result<LabelTreeBuilder::Id> LabelTreeBuilder::find_top() const {
    std::vector<std::string> tops;
    Id top = 0;
    for (Id id = 0; id < vertices_.size(); ++id) {
        if (vertices_[id].parent != LabelTree::none) continue;
        tops.push_back(vertices_[id].label);
        top = id;
    }
    if (tops.size() > 1)
        return input_error(format("there are {} tops, {}; all but one need a parent", tops.size(), list_some(tops)));
    return top;
}

Result<void> LabelTreeBuilder::check(const LabelTree& tree) const {
    if (tree.parents[tree.top] != LabelTree::none) return cycle_above(tree.top, tree);
    if (vertices_.size() == 1)
        return input_error(
            format("{} is the only label; a hierarchy has a top above its values", quoted(vertices_[0].label)));
    const std::vector<Id> order = tree.preorder();
    if (order.size() < vertices_.size()) {
        std::vector<bool> reached(vertices_.size(), false);
        for (const Id id : order) reached[id] = true;
        return cycle_above(static_cast<Id>(std::find(reached.begin(), reached.end(), false) - reached.begin()), tree);
    }
    for (Id id = 0; id < vertices_.size(); ++id) {
        const Vertex& vertex = vertices_[id];
        if (vertex.leaf_at != 0 && !tree.is_leaf(id)) {
            const Vertex& child = vertices_[tree.children_of(id).front()];
            return input_error(
                format("{} is a value ({} {}) and also a group that holds {} ({} {}); a label means one set of values",
                       quoted(vertex.label), place_, vertex.leaf_at, quoted(child.label), place_, child.parent_at));
        }
        if (id != tree.top && vertex.label == "*")
            return input_error(
                format("'*' lies below {} ({} {}); it means every value, so only the top may be called so",
                       quoted(vertices_[vertex.parent].label), place_, vertex.parent_at));
    }
    return {};
}

Error LabelTreeBuilder::cycle_above(Id start, const LabelTree& tree) const {
    for (std::size_t i = 0; i < vertices_.size(); ++i) start = tree.parents[start];  // now on the cycle for sure
    std::vector<std::string> way;
    Id id = start;
    do {
        id = tree.parents[id];
        way.push_back(vertices_[id].label);
    } while (id != start);
    return input_error(format("{} lies below itself: its parents are {}; a tree has no cycle",
                              quoted(vertices_[start].label), list_some(way)));
}

}  // namespace scrim::hierarchy
