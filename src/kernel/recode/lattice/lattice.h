// Lattice: the full-domain generalizations of a problem. A node has one level per quasi-identifier; a step up is one
// level more for one of them.
#pragma once

#include "kernel/recode/cut.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrim::recode::lattice {

using Node = std::vector<std::uint32_t>;

class Lattice {
public:
    explicit Lattice(const Problem& problem);

    std::size_t dimensions() const { return tops_.size(); }
    // The highest level of an attribute: that of its hierarchy, or its max_level.
    std::uint32_t top(std::size_t attribute) const { return tops_[attribute]; }
    const Node& tops() const { return tops_; }
    // Number of nodes; UINT64_MAX when there are more.
    std::uint64_t size() const { return size_; }
    std::uint32_t height() const;

    // Nodes by number, 0 … size() - 1: more general nodes have higher numbers.
    Node node(std::uint64_t number) const;
    std::uint64_t number(std::span<const std::uint32_t> levels) const;

private:
    Node tops_;
    std::uint64_t size_ = 1;
};

// "0-3-0-1"
std::string print_levels(std::span<const std::uint32_t> levels);

// The cuts of a node.
std::vector<Cut> cuts_at(const Problem& problem, std::span<const std::uint32_t> levels);

// What a node's release would be.
struct NodeValue {
    std::uint64_t suppressed = 0;
    double loss = 0;  // by the metric, turned so that less is better

    // Better, or as good with less suppressed.
    friend bool operator<(const NodeValue& a, const NodeValue& b) {
        return a.loss != b.loss ? a.loss < b.loss : a.suppressed < b.suppressed;
    }
};

// Judges nodes one by one, for any models and any metric. May be asked from many threads at once.
class NodeJudge {
public:
    NodeJudge(const Problem& problem, std::uint64_t limit) : problem_(problem), limit_(limit) {}

    // The release of a node: what is left without the classes that fail; nothing when more than the limit would have to
    // be suppressed, or (with a metric that is a mean over cells) when it is sure to lose more than `beat`.
    std::optional<Recoding> release(std::span<const std::uint32_t> levels, double beat = infinite_loss) const;
    std::optional<NodeValue> value(std::span<const std::uint32_t> levels, double beat = infinite_loss) const;
    NodeValue value_of(const Recoding& recoding) const;
    const Problem& problem() const { return problem_; }
    // The least that a node could lose which was not searched to the end; infinite_loss where all were.
    double unsearched() const { return unsearched_; }

    static constexpr double infinite_loss = std::numeric_limits<double>::infinity();

private:
    const Problem& problem_;
    std::uint64_t limit_;
    mutable std::atomic<double> unsearched_ = infinite_loss;
};

// The best node found, if any is feasible.
struct Found {
    std::optional<Node> node;
    std::uint64_t examined = 0;                    // nodes whose classes were looked at
    double loss = NodeJudge::infinite_loss;        // of that node, as NodeValue has it
    double unsearched = NodeJudge::infinite_loss;  // see NodeJudge
};

// A node that fails (more than the limit would have to be suppressed) rules out all nodes below it: what is lost there
// is lost below too, or nothing may be lost. Then fast searches may prune by it.
bool failing_rules_out(const Problem& problem);

}  // namespace scrim::recode::lattice
