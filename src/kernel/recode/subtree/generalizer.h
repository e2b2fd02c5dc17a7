// Generalizer: makes cuts as general as the demands need, one value at a time, from the raw values up.
//
// Each step replaces all children of one hierarchy node, each printed in the cut, by the node. First come the critical
// steps, which make the smallest class larger; of those, as of the others, the one that loses least per gain of
// anonymity is taken (ILPG = loss / (gain of anonymity + 1)). Where none is critical, steps that touch a class that
// fails come first: others would lose and mend nothing.
#pragma once

#include "kernel/recode/cut.h"
#include "kernel/recode/subtree/merged_classes.h"
#include "kernel/recode/subtree/worth.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::subtree {

class Generalizer {
public:
    // `information`: loss is of information about problem.target. All of them outlive the result.
    Generalizer(const Problem& problem, const std::vector<AskedColumns>& asked, bool information);

    // Everything holds.
    bool holds() const;
    // The fewest records that would have to be suppressed, at least: those that fail on one set of columns.
    std::uint64_t failing_records() const;
    // Takes one step; false when everything is as general as it may be.
    bool step();

    const std::vector<Cut>& cuts() const { return cuts_; }

private:
    struct Candidate {
        std::size_t attribute = 0;
        hierarchy::Hierarchy::NodeId node = 0;
        Gain loss;
    };
    // The tree of one attribute without nodes that mean the same as their only child.
    struct Tree {
        std::vector<std::vector<Span>> children;  // per node, from left to right
        std::vector<std::uint32_t> waits_for;     // per node: children that are not printed yet
    };

    void plant(std::size_t attribute);
    void offer(std::size_t attribute, hierarchy::Hierarchy::NodeId node);
    double anonymity_gained(const Candidate& candidate);
    bool touches_failing(const Candidate& candidate) const;
    const std::vector<Span>& parts(const Candidate& candidate) const {
        return trees_[candidate.attribute].children[candidate.node];
    }
    Span whole(const Candidate& candidate) const {
        return problem_.quasi_identifiers[candidate.attribute].hierarchy->nodes()[candidate.node].span;
    }

    const Problem& problem_;
    Worth worth_;
    std::vector<MergedClasses> classes_;             // per set of columns
    std::vector<std::vector<std::size_t>> sets_of_;  // per attribute: the sets that contain it
    std::vector<Tree> trees_;                        // per attribute
    std::vector<Candidate> candidates_;
    std::vector<Cut> cuts_;
};

}  // namespace scrim::recode::subtree
