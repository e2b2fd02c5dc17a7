// Plan: one run of Mondrian: what is divided, along which axes, and when a part may stand by itself.
#pragma once

#include "kernel/recode/partition/axis.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode::partition {

// What is moved from part to part: all tuples of equal quasi-identifiers, or, in the relaxed mode, some records of one
// tuple.
struct Item {
    std::uint32_t source = 0;   // tuples offsets[source] up to offsets[source + 1]
    std::uint32_t records = 0;  // 0 for people whom the table lacks
};

// Items in parts.
struct Parts {
    std::vector<std::uint32_t> sources;     // of the items, one part's after the other's
    std::vector<std::uint32_t> records;     // of the items; empty where each has all records of its source
    std::vector<std::uint32_t> offsets{0};  // where each part begins, and, last, sources.size()

    std::size_t size() const { return offsets.size() - 1; }
};

struct Plan {
    Plan(const Problem& problem, Categories categories, bool relaxed);

    const Problem& problem;
    std::vector<Axis> axes;
    bool relaxed;                        // records of one tuple may go to different sides of a cut
    std::vector<std::uint32_t> offsets;  // the tuples of each source, and, last, their number
    std::uint64_t least;                 // no part of fewer records holds …
    bool empty_parts;                    // … except one of people whom the table lacks

    std::uint32_t sources() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
    bool enough(std::uint64_t records) const { return records >= least || (empty_parts && records == 0); }
    Item item(const Parts& parts, std::size_t i) const;
    // Appends the item's records.
    void add_members(Item item, std::vector<Member>& members) const;
};

// The parts that the attributes' max_level forces: all items in one, where it forces none. Fails when one of them does
// not hold.
Result<Parts> forced_parts(const Plan& plan);

// The classes of finished parts, each printed as narrowly as may be.
Recoding recoding_of(const Plan& plan, Parts parts);

}  // namespace scrim::recode::partition
