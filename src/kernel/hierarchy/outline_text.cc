// From a hierarchy and labels to the text of an outline.
#include "kernel/core/text.h"
#include "kernel/hierarchy/delimited_text.h"
#include "kernel/hierarchy/label.h"
#include "kernel/hierarchy/leaf_values.h"
#include "kernel/hierarchy/outline.h"

#include <algorithm>

namespace scrim::hierarchy {
namespace {

using NodeId = Hierarchy::NodeId;

// Which nodes keep their names.
class Kept {
public:
    Kept(const Hierarchy& hierarchy, const std::vector<std::string>& labels)
        : hierarchy_(hierarchy), kept_(hierarchy.nodes().size(), false) {
        keep_meant(0);
        for (const std::string& label : labels) keep(label);
    }

    bool operator[](NodeId node) const { return kept_[node]; }
    // Some label is a run of leaves that no node is, so that it matters which leaves stand between which.
    bool has_runs() const { return has_runs_; }

private:
    void keep(NodeId node) {
        for (; node != Hierarchy::none && !kept_[node]; node = hierarchy_.nodes()[node].parent) kept_[node] = true;
    }

    // Of nodes with one span the innermost says how high a label stands.
    void keep_meant(NodeId node) {
        const NodeId innermost = hierarchy_.covering(hierarchy_.nodes()[node].span);
        keep(hierarchy_.nodes()[innermost].is_leaf() ? node : innermost);
    }

    void keep(const std::string& label) {
        const Domain& domain = hierarchy_.domain();
        const auto is_null = [&](NodeId node) {
            return domain.has_null() && node == hierarchy_.leaf(domain.null_code());
        };
        if (const auto node = hierarchy_.find_node(label)) {
            if (!is_null(*node)) keep_meant(*node);
            return;
        }
        auto span = label == "*" ? std::nullopt : span_of_label(label, domain, &hierarchy_);
        if (!span) return;
        span->hi = std::min(span->hi, domain.values());
        if (span->empty()) return;
        has_runs_ = true;
        keep(hierarchy_.leaf(span->lo));
        keep(hierarchy_.leaf(span->hi - 1));
        if (!domain.is_numeric())  // a set, which names each of its values
            for (Code code = span->lo; code < span->hi; ++code) keep(hierarchy_.leaf(code));
    }

    const Hierarchy& hierarchy_;
    std::vector<bool> kept_;
    bool has_runs_ = false;
};

class OutlineWriter {
public:
    OutlineWriter(const Hierarchy& hierarchy, const std::vector<std::string>& labels)
        : hierarchy_(hierarchy), kept_(hierarchy, labels), below_(hierarchy.nodes().size()) {}

    std::string write() {
        const Domain& domain = hierarchy_.domain();
        text_ = format("outline;{};{}\nleaves;levels;label;above\n", kind_word(domain.kind()), domain.scale());
        for (Code code = 0; code < domain.values(); ++code) {
            const NodeId leaf = hierarchy_.leaf(code);
            NodeId named = leaf;
            while (!kept_[named]) named = hierarchy_.nodes()[named].parent;
            leave(named);
            if (named == leaf) {
                add_line({1, 0}, leaf);
                continue;
            }
            Counted& unnamed = below_[named];
            ++unnamed.leaves;
            unnamed.levels = std::max(unnamed.levels, hierarchy_.nodes()[leaf].depth - hierarchy_.nodes()[named].depth);
        }
        leave(Hierarchy::none);
        return std::move(text_);
    }

private:
    struct Counted {
        std::uint64_t leaves = 0;
        std::uint32_t levels = 0;
    };

    // From the node of the last leaf to that of the next one. What was counted is written where the order of the leaves
    // matters as soon as something else follows, else when its node is left for good: where in an alphabet a value lies
    // is nobody's business.
    void leave(NodeId next) {
        if (kept_.has_runs() || hierarchy_.domain().is_numeric()) {
            if (next != last_) flush(last_);
        } else {
            const auto holds_next = [&](NodeId node) {
                return next != Hierarchy::none && hierarchy_.nodes()[node].span.covers(hierarchy_.nodes()[next].span);
            };
            for (NodeId node = last_; node != Hierarchy::none && !holds_next(node);
                 node = hierarchy_.nodes()[node].parent)
                flush(node);
        }
        last_ = next;
    }

    void flush(NodeId node) {
        if (node == Hierarchy::none || below_[node].leaves == 0) return;
        add_line(below_[node], node);
        below_[node] = {};
    }

    void add_line(Counted counted, NodeId node) {
        text_ += format("{};{}", counted.leaves, counted.levels);
        for (; node != Hierarchy::none; node = hierarchy_.nodes()[node].parent)
            text_ += ';' + write_field(hierarchy_.nodes()[node].label);
        text_ += '\n';
    }

    const Hierarchy& hierarchy_;
    const Kept kept_;
    std::vector<Counted> below_;  // by node: leaves without names that are not written yet
    NodeId last_ = Hierarchy::none;
    std::string text_;
};

}  // namespace

std::string format_outline(const Hierarchy& hierarchy, const std::vector<std::string>& labels) {
    return OutlineWriter(hierarchy, labels).write();
}

}  // namespace scrim::hierarchy
