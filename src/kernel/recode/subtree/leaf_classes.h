// LeafClasses: the classes on one set of columns, as they are split further and further.
//
// The leaves of the paper's TIPS (taxonomy indexed partitions): a specialization of one value touches the leaves that
// print it and no others.
#pragma once

#include "kernel/recode/cut.h"
#include "kernel/recode/subtree/asked_columns.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode::subtree {

// Of one attribute: the part, 0, 1, …, of its printed value that each value falls into when that is specialized.
using Parts = std::vector<std::uint32_t>;

class LeafClasses {
public:
    // The classes of the kept tuples when quasi-identifiers are printed as the cuts say. Both outlive the result.
    LeafClasses(const Problem& problem, const AskedColumns& asked, const std::vector<char>& kept,
                std::span<const Cut> cuts);

    const AskedColumns& asked() const { return *asked_; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(leaves_.size()); }
    // Some tuple of the leaf, and all of them.
    std::uint32_t tuple(std::uint32_t leaf) const { return order_[leaves_[leaf].begin]; }
    std::span<const std::uint32_t> tuples(std::uint32_t leaf) const {
        return std::span(order_).subspan(leaves_[leaf].begin, leaves_[leaf].end - leaves_[leaf].begin);
    }
    // Records of the smallest leaf that has any.
    std::uint64_t smallest() const { return smallest_; }

    // Records of the smallest part of the leaf that has any; UINT64_MAX when none has.
    std::uint64_t smallest_part(std::uint32_t leaf, std::size_t attribute, const Parts& parts);
    // Would the parts hold? Yes when there is one only: a leaf holds.
    bool parts_hold(std::uint32_t leaf, std::size_t attribute, const Parts& parts);
    // Makes the parts leaves: the first takes the place of the leaf, the others come last. Returns how many come.
    std::uint32_t split(std::uint32_t leaf, std::size_t attribute, const Parts& parts);

private:
    struct Leaf {
        std::uint32_t begin = 0, end = 0;  // in order_
    };

    void arrange(std::uint32_t leaf, std::size_t attribute, const Parts& parts);
    std::uint64_t records(std::span<const std::uint32_t> tuples) const;

    const Problem* problem_;
    const AskedColumns* asked_;
    std::vector<std::uint32_t> order_;  // tuples, leaf by leaf
    std::vector<Leaf> leaves_;
    std::uint64_t smallest_ = UINT64_MAX;

    // Room for one leaf, arranged by parts.
    std::vector<std::uint32_t> arranged_;
    std::vector<std::uint32_t> ends_;     // of the parts in arranged_
    std::vector<std::uint64_t> counts_;   // per part, zero between uses
    std::vector<std::uint32_t> present_;  // parts that occur
    std::vector<Member> members_;
    Demands::Scratch scratch_;
};

}  // namespace scrim::recode::subtree
