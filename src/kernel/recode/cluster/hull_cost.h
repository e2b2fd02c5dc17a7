// HullCost: what a record loses when values are printed together, as whole numbers and quickly.
//
// Each quasi-identifier has a lane of 16-bit places: the codes of numbers, the ranks of the leaves that occur of
// categories (coarser steps where 16 bits do not hold them all). A row is one place per lane, in groups of eight, which
// are compared at once; lanes without attribute are 0. A box is two rows, the lowest and the highest places. The cost
// of a box is the weighted sum over its attributes of (values printed - 1) / (values of the domain - 1), in units of 1
// / one().
#pragma once

#include "kernel/recode/problem.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace scrim::recode::cluster {

using Place = std::int16_t;
using Cost = std::uint32_t;

class HullCost {
public:
    explicit HullCost(const Problem& problem);

    // Places per row.
    std::size_t stride() const { return attributes_.size(); }
    // The cost of a whole attribute of weight 1. All attributes together cost at most 2^30.
    double one() const { return one_; }
    // Values of this lane have an order, and no groups within it.
    bool is_linear(std::size_t lane) const { return multipliers_[lane] < 0; }

    // The rows of the tuples at `first[i]`, one after the other; without the last entry, which is an end.
    std::vector<Place> rows(const Problem& problem, const std::vector<std::uint32_t>& first) const;

    // The cost of the box [lo, hi] and the row x together.
    Cost with(const Place* lo, const Place* hi, const Place* x) const {
        Cost sum = 0;
        for (std::size_t group = 0; group < tabled_; group += 8) {
            const Eight places = load<Eight>(x + group), low = load<Eight>(lo + group), high = load<Eight>(hi + group);
            const Eight l = low < places ? low : places, h = high > places ? high : places;
            // Which entry of each lane's table, for pairs of lanes side by side.
            const auto boxes = reinterpret_cast<Unsigned>(l) * load<Unsigned>(&multipliers_[group]);
            const auto pairs = reinterpret_cast<Four>(boxes + reinterpret_cast<Unsigned>(h));
            const Four even = (pairs & 0xFFFF) + load<Four>(&bases_[group]);
            const Four odd = (pairs >> 16) + load<Four>(&bases_[group + 4]);
            std::uint32_t entries[8];
            std::memcpy(entries, &even, sizeof even);
            std::memcpy(entries + 4, &odd, sizeof odd);
            for (const std::uint32_t entry : entries) sum += tables_[entry];
        }
        for (std::size_t a = tabled_; a < searched_; ++a)
            sum += search(a, std::min(lo[a], x[a]), std::max(hi[a], x[a]));
        return sum;
    }
    Cost of(const Place* lo, const Place* hi) const { return with(lo, hi, lo); }
    Cost between(const Place* x, const Place* y) const { return with(x, x, y); }
    // One lane of a box.
    Cost lane(std::size_t a, Place lo, Place hi) const {
        if (a >= tabled_) return a < searched_ ? search(a, lo, hi) : 0;
        return tables_[offsets_[a] + static_cast<std::uint32_t>(lo * multipliers_[a] + hi)];
    }

    // Makes the box cover x.
    void widen(Place* lo, Place* hi, const Place* x) const {
        for (std::size_t group = 0; group < stride(); group += 8)
            for (std::size_t a = group; a < group + 8; ++a) {
                lo[a] = std::min(lo[a], x[a]);
                hi[a] = std::max(hi[a], x[a]);
            }
    }

private:
    using Eight = Place __attribute__((vector_size(16)));
    using Unsigned = std::uint16_t __attribute__((vector_size(16)));
    using Four = std::uint32_t __attribute__((vector_size(16)));

    template <class Vector, class T>
    static Vector load(const T* from) {
        Vector vector;
        std::memcpy(&vector, from, sizeof vector);
        return vector;
    }
    // The largest gap between lo and hi, from the largest of 1, 2, 4, … neighboring gaps.
    Cost search(std::size_t a, Place lo, Place hi) const {
        const auto gaps = static_cast<std::uint32_t>(hi - lo);
        if (gaps == 0) return 0;
        const auto level = static_cast<std::uint32_t>(std::bit_width(gaps) - 1);
        const Cost* largest = &tables_[offsets_[a] + level * widths_[a]];
        return std::max(largest[lo], largest[hi - static_cast<Place>(1 << level)]);
    }

    struct Lane;
    static Lane lane_of_numbers(const hierarchy::Attribute& attribute, Cost full);
    static Lane lane_of_categories(const hierarchy::Attribute& attribute, const Column& column, Cost full);
    void add(const Lane& lane, std::size_t attribute);
    void pad();

    static constexpr std::size_t none = SIZE_MAX;

    double one_ = 1;
    std::size_t tabled_ = 0;    // lanes up to here have a table of all their boxes, …
    std::size_t searched_ = 0;  // … and those from there to here a table of gaps
    // By lane.
    std::vector<std::size_t> attributes_;     // none for padding
    std::vector<std::vector<Place>> places_;  // by code
    std::vector<Place> multipliers_;      // of lo, in the table of boxes: its width, or -1 where only hi - lo counts
    std::vector<std::uint32_t> offsets_;  // where its table begins
    std::vector<std::uint32_t> bases_;    // the same, in each group first the even lanes and then the odd ones
    std::vector<std::uint32_t> widths_;   // places
    std::vector<Cost> tables_;            // the first entry is 0, for padding
};

}  // namespace scrim::recode::cluster
