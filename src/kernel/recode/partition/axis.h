// Axis: one quasi-identifier as Mondrian sees it: where a part may be cut along it, how the part is printed, and what
// that costs. A part is known by its hull, the narrowest span of codes that holds its values.
#pragma once

#include "kernel/recode/recoding.h"

#include <span>
#include <vector>

namespace scrim::recode::partition {

// Categorical values are cut into the children of the node that covers the part, or between two neighboring leaves.
enum class Categories { hierarchy, order };

class Axis {
public:
    // Points into the attribute. `disjoint`: hulls on different sides of a cut have to be printed as disjoint spans.
    Axis(const hierarchy::Attribute& attribute, Categories categories, bool disjoint);

    // May the part be cut in two between any two of its values? Otherwise it is cut into groups().
    bool cut_anywhere(Span hull) const { return anywhere_ && (hull.hi <= null_ || !disjoint_); }
    // The hull holds numbers and NULL, which are printed together as everything. A part of it that holds NULL still
    // does so, and overlaps its other side.
    bool mixes_null(Span hull) const { return anywhere_ && hull.hi > null_ && hull.lo < null_; }
    // The only cut of a hull that is not cut_anywhere(), and of one that mixes_null() the one that sets NULL apart, as
    // the ends of neighboring spans, ascending; the last is hull.hi or beyond.
    std::span<const Code> groups(Span hull) const;

    // What a class with this hull prints.
    Span print(Span hull) const;
    // The share of the domain that it covers, from 0 (one value) to 1, times the weight of the attribute.
    double range(Span hull) const {
        return attribute_.weight * (print(hull).width() - 1) / (std::max<Code>(size_, 2) - 1);
    }
    // The same, rounded, at once: what a record is charged in the search.
    double charge(Span hull) const {
        if (printed_as_is(hull)) return charge_per_value_ * (hull.width() - 1);
        if (!table_.empty()) return table_[hull.lo * size_ + hull.hi - 1];
        return charge_per_value_ * (print(hull).width() - 1);
    }

private:
    bool printed_as_is(Span hull) const { return anywhere_ && hull.hi <= null_; }

    const hierarchy::Attribute& attribute_;
    Code size_;      // of the domain
    bool anywhere_;  // numbers, or categories by their order
    bool disjoint_;
    Code null_;                         // the code of NULL among numbers, which is no number; otherwise larger than any
    double charge_per_value_;           // the weight over the largest possible number of added values
    std::vector<float> table_;          // of small domains: the charge by first and last code
    std::vector<Code> ends_;            // the spans of each node's children end here …
    std::vector<std::uint32_t> first_;  // … from here to the next node's
};

}  // namespace scrim::recode::partition
