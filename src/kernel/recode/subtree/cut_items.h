// CutItems: all cuts that subtree generalization and ordered partitions allow, as sets of items.
//
// An item is one refinement: an inner node of a hierarchy that is opened, so that its children are printed instead; or,
// of numbers without a hierarchy from a file, where an interval ends and another begins. A set is closed when it holds
// the parent of each of its items (a node that is opened has all its ancestors opened) and all forced items
// (max_level). Closed sets are the cuts, each once; the more items, the more exact.
//
//   const CutItems items(problem);
//   std::vector<char> in = items.forced();                  // the most general cuts
//   in[item] = 1;                                           // item's parent is in
//   Recoding recoding = recoding_of(problem, items.cuts(in));
#pragma once

#include "kernel/recode/cut.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::subtree {

struct CutItem {
    static constexpr std::uint32_t none = UINT32_MAX;

    std::size_t attribute = 0;
    std::uint32_t parent = none;            // another item; parents come before their children
    Code bound = 0;                         // of a number: where the right interval begins
    hierarchy::Hierarchy::NodeId node = 0;  // of others: what is opened
};

class CutItems {
public:
    // Points into the problem.
    explicit CutItems(const Problem& problem);

    std::size_t size() const { return items_.size(); }
    const CutItem& operator[](std::size_t item) const { return items_[item]; }
    const std::vector<std::uint32_t>& children(std::size_t item) const { return children_[item]; }
    // The smallest closed set: 1 for each item that max_level demands.
    const std::vector<char>& forced() const { return forced_; }
    // The cuts of a closed set, one per quasi-identifier.
    std::vector<Cut> cuts(const std::vector<char>& in) const;

private:
    void add_numbers(std::size_t attribute);
    void add_nodes(std::size_t attribute);
    std::uint32_t add(CutItem item, bool forced);

    const Problem& problem_;
    std::vector<CutItem> items_;
    std::vector<std::vector<std::uint32_t>> children_;
    std::vector<char> forced_;
};

}  // namespace scrim::recode::subtree
