// t-closeness, hierarchical distance: the earth mover's distance between the sensitive values of
// every class and those of the whole table is at most t. Two values are as far apart as the height
// of their lowest common ancestor over the height of the hierarchy. The level is the sum over the
// inner nodes of height(node) / height · min(what its children have too much, what they have too
// little).
//
// N. Li, T. Li, S. Venkatasubramanian, t-Closeness, ICDE 2007.
//
// Example: three lung and three stomach diseases, once each. The class of the lung diseases reaches
// 1/2: half of it goes over the root. One of either kind: 1/3, because 2/3 move at distance 1/2.
#include "kernel/models/closeness.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

#include <algorithm>

namespace scrim::models {
namespace {

// Walks the hierarchy from the class's values to the root. A subtree without a value of the class has nothing to give
// away, so only the nodes on these ways cost anything; they are visited from left to right with the way to the
// current value open.
class Walk {
public:
    explicit Walk(const ClassView& view)
        : hierarchy_(*view.sensitive->hierarchy),
          overall_(view.sensitive->overall),
          size_(view.size),
          total_(overall_.total()),
          open_(room_for(hierarchy_.height() + 1)) {
        open_[0] = {};
    }

    void visit(ValueCount bar) {
        const auto nodes = hierarchy_.nodes();
        while (!nodes[open_[depth_].node].span.contains(bar.value)) close();
        const hierarchy::Hierarchy::NodeId leaf = hierarchy_.leaf(bar.value);
        const std::uint32_t top = depth_;
        depth_ = nodes[leaf].depth;
        for (auto node = leaf; nodes[node].depth > top; node = nodes[node].parent) open_[nodes[node].depth] = {node};
        open_[depth_].count += bar.count;
    }

    // The whole cost, times height · size · total.
    Int128 finish() {
        while (depth_ > 0) close();
        close_node(open_[0]);
        return cost_;
    }

private:
    struct Open {
        hierarchy::Hierarchy::NodeId node = 0;
        std::uint64_t count = 0;  // records of the class below it, of the children that are closed
        Int128 surplus = 0;       // the children's positive extras
    };

    // What a node has too much (positive) or too little must leave or enter it; the rest is moved among its children.
    Int128 close_node(const Open& open) {
        const hierarchy::Hierarchy::Node& node = hierarchy_.nodes()[open.node];
        const Int128 extra = open.count * total_ - overall_.count(node.span) * size_;
        cost_ += node.height * std::min(open.surplus, open.surplus - extra);
        return extra;
    }

    void close() {
        const Int128 extra = close_node(open_[depth_]);
        Open& parent = open_[depth_ - 1];
        parent.count += open_[depth_].count;
        if (extra > 0) parent.surplus += extra;
        --depth_;
    }

    // Kept per thread, because classes are many and small.
    static Open* room_for(std::size_t depths) {
        thread_local std::vector<Open> room;
        if (room.size() < depths) room.resize(depths);
        return room.data();
    }

    const hierarchy::Hierarchy& hierarchy_;
    const ValueHistogram& overall_;
    Int128 size_, total_;
    Int128 cost_ = 0;
    std::uint32_t depth_ = 0;
    Open* open_;  // by depth
};

class TClosenessHierarchical : public Model {
public:
    using Model::Model;

    Levels measure(const ClassView& view) const override {
        Walk walk(view);
        for (const ValueCount& bar : view.values) walk.visit(bar);
        const Int128 height = std::max(view.sensitive->hierarchy->height(), 1u);
        return {Ratio(walk.finish(), height * view.size * view.sensitive->overall.total())};
    }
    bool may_hold_without(const ClassView& view, std::uint64_t spare) const override {
        return may_be_close_without(measure(view)[0], arguments().ratio("t"), view, spare);
    }
};

}  // namespace

const ModelSpec& t_closeness_hierarchical_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "t_closeness_hierarchical",
         .title = "t-closeness, hierarchical distance",
         .citation = "N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond k-Anonymity and l-Diversity. "
                     "ICDE 2007",
         .promise = "An attacker who learns in which class a person is changes the belief about the sensitive value "
                    "by t at most: the distribution of each class lies within t of the whole table's (earth mover's "
                    "distance, values as far apart as the height of their lowest common ancestor).",
         .limits = "Bounds the distance as a whole, not per value: a rare value may still become many times more "
                   "likely (beta-likeness, delta-disclosure bound that). Assumes that the distribution in the whole "
                   "table may be known. Depends on the hierarchy: values that it puts together count as near." +
                   models::parameters::which_table(),
         .parameters = {models::parameters::most_share("t", "distance from the whole table, in the worst class"),
                        models::parameters::given_against()},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true, .needs_hierarchy = true}},
        make_model<TClosenessHierarchical>};
    return spec;
}

}  // namespace scrim::models
