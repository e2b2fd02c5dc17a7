// GroupIndex: finds the group that is closest to a record or to another group.
//
// Closest means the least total increase of the certainty penalty over the records of both, when both get the lowest
// box that covers both; between equals the smaller group, then the lower number. Groups with the same box stand
// together. The boxes above the one asked for are looked up in a hash table; the rest, which would have to be widened,
// are compared one after the other, and only when one of them could still be closer.
//
//   index.add(7, box, 12);
//   auto found = index.closest(box_of_record, 1, 4);   // among groups of 4 records and more
#pragma once

#include "methods/views/recoding/box_lattice.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrim::views {

class GroupIndex {
public:
    using GroupId = std::uint32_t;
    struct Closest {
        std::uint64_t increase = 0;  // in 2^-24, over all records of both
        std::uint32_t size = 0;
        GroupId group = 0;
        friend auto operator<=>(const Closest&, const Closest&) = default;
    };

    explicit GroupIndex(std::shared_ptr<const BoxLattice> lattice);
    GroupIndex(GroupIndex&&) = default;
    GroupIndex& operator=(GroupIndex&&) = default;

    void add(GroupId group, std::span<const Span> box, std::uint32_t size);
    // As it was added.
    void remove(GroupId group, std::span<const Span> box, std::uint32_t size);
    void resize(GroupId group, std::span<const Span> box, std::uint32_t old_size, std::uint32_t new_size);

    // For `size` records with a box of hierarchy nodes; only groups with at least `least` records count.
    std::optional<Closest> closest(std::span<const Span> box, std::uint32_t size, std::uint32_t least = 0);

private:
    using Box = std::vector<Span>;
    using Slot = std::uint32_t;
    struct BoxHash {
        std::size_t operator()(const Box& box) const;
    };
    using Slots = std::unordered_map<Box, Slot, BoxHash>;
    // What is asked for, and the best answer so far.
    struct Search {
        std::uint32_t size, least, penalty;
        std::optional<Closest> best;
        bool beats(std::uint64_t increase) const { return best && best->increase < increase; }
    };

    Slot slot_of(std::span<const Span> box);
    void drop(Slot slot);
    void note_sizes(Slot slot);
    std::uint64_t probe_above(Search& search);
    void scan_all(Search& search);
    void consider(Slot slot, std::uint32_t widened, Search& search) const;

    std::shared_ptr<const BoxLattice> lattice_;
    Slots slots_;
    // By slot; one slot for each different box.
    std::vector<std::vector<Code>> lo_, hi_;  // by attribute first
    std::vector<std::uint32_t> penalty_, smallest_, largest_;
    std::vector<std::set<std::pair<std::uint32_t, GroupId>>> groups_;  // by size
    std::vector<Slots::value_type*> entries_;

    Box key_;                                          // looked up
    std::vector<std::vector<BoxLattice::Step>> ways_;  // up from the box asked for
};

}  // namespace scrim::views
