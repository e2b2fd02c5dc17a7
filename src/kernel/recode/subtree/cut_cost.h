// CutCost: what a closed set of CutItems costs, and a lower bound for all sets between two of them.
//
// Cost is discernibility (a class of s records costs s squared, a suppressed record as much as all records) or, with a
// target, classification (each record that is suppressed or not of its class's majority costs 1). Both are integers.
//
// The bound of Bayardo and Agrawal: let H be a subset of the set, which is a subset of A. A record that fails in H
// fails in every such set, because parts of failing classes fail; another lies in a class that contains its class in A
// and has at least k records.
#pragma once

#include "kernel/core/int128.h"
#include "kernel/recode/subtree/cut_items.h"

namespace scrim::recode::subtree {

enum class CostOf { discernibility, classification };

class CutCost {
public:
    // Points into both. Parts of a class that fails must fail:
    // demands that are upward_closed(), or monotone() ones without suppression (then any failure rules a set out).
    CutCost(const Problem& problem, const CutItems& items, CostOf of);

    struct Costs {
        bool feasible = false;  // `head` leaves out no more records than allowed; if not, no set above it does
        Uint128 head = 0;       // of `head` itself; only if feasible
        Uint128 least = 0;      // of every set between the two, at least; only if feasible
        std::uint64_t suppressed = 0;
    };
    // Both closed, `head` a subset of `all`.
    Costs of(const std::vector<char>& head, const std::vector<char>& all);

private:
    // Numbers classes of equal keys; returns how many.
    std::uint32_t number(const std::vector<Uint128>& keys, std::vector<std::uint32_t>& ids);
    void make_keys(const std::vector<char>& in, std::vector<Uint128>& keys);
    void majorities(const std::vector<std::uint32_t>& ids, std::uint32_t classes, std::vector<std::uint64_t>& largest);
    void judge(std::uint32_t classes);

    const Problem& problem_;
    const CutItems& items_;
    CostOf of_;
    std::vector<std::uint32_t> offsets_;    // the tuples of each source, equal quasi-identifiers
    std::vector<std::uint64_t> records_;    // per source
    std::vector<std::vector<Code>> codes_;  // per quasi-identifier and source
    std::vector<Uint128> strides_;          // per quasi-identifier
    std::vector<Uint128> head_keys_, all_keys_, table_keys_;
    std::vector<std::uint32_t> head_ids_, all_ids_, slots_;
    std::vector<std::uint64_t> head_sizes_, all_sizes_, head_largest_, all_largest_;
    std::vector<char> fails_;  // per class of head
    std::vector<std::vector<Member>> members_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs_;
    Demands::Scratch scratch_;
};

}  // namespace scrim::recode::subtree
