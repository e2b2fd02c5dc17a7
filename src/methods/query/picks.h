// Picks: how many records of a group an aggregate is over, and what their values may be.
//
// Of the items of a pick at least `least` and at most `most` are in, whichever; what is in one pick does not depend on
// the others. That is all that is known of an anatomized group, where the items are the values asked for (Lemma 3 of
// seed 000 says how many), and of a record with cells, which is in, out, or perhaps in with any value of its cell.
//
//   Picks picks;
//   picks.add(1, 1, {Item{.low = 20, .high = 24}});
//   Bounds sum = picks.sum(Ratio(1));   // [20, 24]
//
// Both ends are reached by some original, but for AVG, MIN and MAX of intervals whose end is open, where they are
// approached. Exact.
#pragma once

#include "kernel/core/ratio.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace scrim::querying {

// Records whose value is between two numbers.
struct Item {
    Int128 low = 0, high = 0;
    bool open_low = false, open_high = false;  // no least, no greatest
    bool may_lack = false;                     // perhaps there is no value
    bool lacks = false;                        // surely there is none
    std::uint64_t times = 1;
};

// What is surely between two numbers.
struct Range {
    std::optional<Ratio> lower, upper;  // none: it may be any number on that side
    bool nothing = false;               // there is surely nothing to aggregate
    bool may_be_nothing = false;        // perhaps
    bool too_large = false;             // the numbers need more digits than are computed with
};

class Picks {
public:
    void add(std::uint64_t least, std::uint64_t most, std::span<const Item> items);

    Range count() const;
    // Of values in units of 1/scale.
    Range sum(Int128 scale) const;
    Range avg(Int128 scale) const;
    Range min(Int128 scale) const;
    Range max(Int128 scale) const;

private:
    struct Pick {
        std::size_t begin = 0, end = 0;  // of items_
        std::uint64_t least = 0, most = 0;
    };
    struct Chosen;
    struct Side;

    // Of all items that have one.
    std::optional<Int128> least_value(Side side) const;
    Range empty_or(const std::function<void(Range&)>& fill) const;
    std::span<const Item> items_of(const Pick& pick) const {
        return std::span(items_).subspan(pick.begin, pick.end - pick.begin);
    }

    std::vector<Item> items_;
    std::vector<Pick> picks_;
};

}  // namespace scrim::querying
