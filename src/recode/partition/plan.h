// Plan: one run of Mondrian: what is divided, along which axes, and when a part may stand by itself.
#pragma once

#include "recode/partition/axis.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::mondrian {

// What is moved from part to part: all tuples of equal quasi-identifiers, or, in the relaxed mode, some records of one
// tuple.
struct Item {
    std::uint32_t source = 0;   // tuples offsets[source] up to offsets[source + 1]
    std::uint32_t records = 0;  // 0 for people whom the table lacks
};

// Items in parts.
struct Parts {
    std::vector<Item> items;                // one part's after the other's
    std::vector<std::uint32_t> offsets{0};  // where each part begins, and, last, items.size()
    std::vector<Span> boxes;                // what each part prints, one span per quasi-identifier
    std::vector<std::uint64_t> added;       // per quasi-identifier: values added to the cells, over all records

    std::size_t size() const { return offsets.size() - 1; }
    std::span<const Item> operator[](std::size_t part) const {
        return std::span(items).subspan(offsets[part], offsets[part + 1] - offsets[part]);
    }
};

enum class Rule { best, textbook };  // how a cut is chosen

struct Plan {
    Plan(const Problem& problem, Categories categories, bool relaxed);

    const Problem& problem;
    std::vector<Axis> axes;
    bool relaxed;                        // records of one tuple may go to different sides of a cut
    std::vector<std::uint32_t> offsets;  // the tuples of each source, and, last, their number
    std::uint64_t least;                 // no part of fewer records holds …
    bool empty_parts;                    // … except one of people whom the table lacks

    bool enough(std::uint64_t records) const { return records >= least || (empty_parts && records == 0); }
    // Appends the item's records.
    void add_members(Item item, std::vector<Member>& members) const;
};

// Everything in one part, without its box.
Parts one_part(const Plan& plan);
// The parts that the attributes' max_level forces, without their boxes. Fails when one of them does not hold.
Result<Parts> forced_parts(const Plan& plan);

}  // namespace scrim::mondrian
