// HullCost: what a record loses when values are printed together, as whole numbers and quickly.
//
// Each quasi-identifier has a lane of 16-bit places: the codes of numbers, the ranks of the leaves that occur of
// categories (coarser steps where 16 bits do not hold them all). A row is one place per lane, padded to whole groups of
// eight; a box is two rows, the lowest and the highest places. The cost of a box is the weighted sum over its
// attributes of (values printed - 1) / (values of the domain - 1), in units of 1 / one().
#pragma once

#include "recode/problem.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace scrim::cluster {

using Place = std::int16_t;
using Cost = std::uint32_t;

class HullCost {
public:
    explicit HullCost(const Problem& problem);

    std::size_t lanes() const { return attributes_.size(); }
    // Places per row.
    std::size_t stride() const { return stride_; }
    // Whole weights of all attributes together come to at most 2^30.
    double one() const { return one_; }

    // The rows of the tuples at `first[i]`, one after the other; without the last entry, which is an end.
    std::vector<Place> rows(const Problem& problem, const std::vector<std::uint32_t>& first) const;

    // The cost of the box [lo, hi] and the row x together.
    Cost with(const Place* lo, const Place* hi, const Place* x) const {
        Cost sum = 0;
        std::size_t a = 0;
        for (; a < linear_; ++a) sum += linear(a, std::min(lo[a], x[a]), std::max(hi[a], x[a]));
        for (; a < tabled_; ++a) sum += tabled(a, std::min(lo[a], x[a]), std::max(hi[a], x[a]));
        for (; a < lanes(); ++a) sum += searched(a, std::min(lo[a], x[a]), std::max(hi[a], x[a]));
        return sum;
    }
    Cost of(const Place* lo, const Place* hi) const { return with(lo, hi, lo); }
    Cost between(const Place* x, const Place* y) const { return with(x, x, y); }
    // One lane of a box.
    Cost lane(std::size_t a, Place lo, Place hi) const {
        return a < linear_ ? linear(a, lo, hi) : a < tabled_ ? tabled(a, lo, hi) : searched(a, lo, hi);
    }
    // Values of this lane have an order, and no groups within it.
    bool is_linear(std::size_t a) const { return a < linear_; }

    // Makes the box cover x.
    void widen(Place* lo, Place* hi, const Place* x) const {
        for (std::size_t group = 0; group < stride_; group += 8)
            for (std::size_t a = group; a < group + 8; ++a) {
                lo[a] = std::min(lo[a], x[a]);
                hi[a] = std::max(hi[a], x[a]);
            }
    }

private:
    Cost linear(std::size_t a, Place lo, Place hi) const {
        return std::min(static_cast<Cost>(hi - lo) * steps_[a], full_[a]);
    }
    Cost tabled(std::size_t a, Place lo, Place hi) const {
        return tables_[offsets_[a] + static_cast<std::uint32_t>(lo) * widths_[a] + static_cast<std::uint32_t>(hi)];
    }
    // The largest gap between lo and hi, from the largest of 1, 2, 4, … neighbouring gaps.
    Cost searched(std::size_t a, Place lo, Place hi) const {
        const auto gaps = static_cast<std::uint32_t>(hi - lo);
        if (gaps == 0) return 0;
        const auto level = static_cast<std::uint32_t>(std::bit_width(gaps) - 1);
        const Cost* row = &tables_[offsets_[a] + level * widths_[a]];
        return std::max(row[lo], row[hi - static_cast<Place>(1 << level)]);
    }

    void add_numbers(const QuasiIdentifier& attribute, Cost full);
    void add_categories(const QuasiIdentifier& attribute, const std::vector<char>& occurs, Cost full);

    double one_ = 1;
    std::size_t stride_ = 8, linear_ = 0, tabled_ = 0;
    std::vector<std::size_t> attributes_;          // by lane
    std::vector<std::vector<Place>> places_;       // by lane and code
    std::vector<Cost> steps_, full_;               // linear lanes: per place, and at most
    std::vector<std::uint32_t> offsets_, widths_;  // tabled and searched lanes
    std::vector<Cost> tables_;
};

}  // namespace scrim::cluster
