// Opened: a part that is about to be cut.
#pragma once

#include "kernel/recode/partition/cut.h"
#include "kernel/recode/partition/tally.h"

namespace scrim::recode::partition {

template <class Shape>
struct Opened {
    using Lane = typename Shape::Lane;

    const Plan& plan;
    Shape shape;
    const Store<Shape>* store = nullptr;
    Part part;
    std::vector<Span> hulls;                // of the part
    std::vector<std::uint32_t> attributes;  // those of which the part holds different values
    double whole = 0;                       // what each record is charged while the part is not cut
    Tally<Shape> tally;

    std::vector<Lane> hull;

    explicit Opened(const Plan& of) : plan(of), shape(of.axes.size()), tally(shape), hull(shape.hull_lanes()) {}

    // False when the part holds one value of each attribute.
    bool open(const Store<Shape>& in, Part opened) {
        store = &in;
        part = opened;
        store->hull_of(part, hull.data());
        hulls.resize(plan.axes.size());
        attributes.clear();
        for (std::uint32_t a = 0; a < hulls.size(); ++a) {
            hulls[a] = shape.span(hull.data(), a);
            if (hulls[a].width() > 1) attributes.push_back(a);
        }
        whole = charge(hull.data());
        return !attributes.empty();
    }

    // What each record of a class with this hull, which lies within the part's, is charged.
    double charge(const Lane* of) const {
        double sum = 0;
        for (const std::uint32_t a : attributes) sum += plan.axes[a].charge(shape.span(of, a));
        return sum;
    }

    bool cut_anywhere(std::uint32_t attribute) const { return plan.axes[attribute].cut_anywhere(hulls[attribute]); }

    // Which of the values of the i-th attribute that was counted the code is.
    std::size_t value_of(std::size_t i, Code code) const {
        const auto [first, size] = tally.values(i);
        std::size_t lo = 0, hi = size - 1;
        while (lo < hi) {
            const std::size_t middle = (lo + hi) / 2;
            if (tally.code(first + middle) < code)
                lo = middle + 1;
            else
                hi = middle;
        }
        return lo;
    }

    // The i-th attribute that was counted cut into the groups of its axis: f(first value, end of its values) for each
    // group that holds something, as long as f returns true.
    template <class F>
    bool each_group(std::uint32_t attribute, std::size_t i, F f) const {
        const std::span<const Code> ends = plan.axes[attribute].groups(hulls[attribute]);
        const auto [first, size] = tally.values(i);
        for (std::size_t v = first; v < first + size;) {
            const Code end = *std::upper_bound(ends.begin(), ends.end(), tally.code(v));
            const std::size_t begin = v;
            while (v < first + size && tally.code(v) < end) ++v;
            if (!f(begin, v)) return false;
        }
        return true;
    }
    // Has each of those groups records enough?
    bool groups_suffice(std::uint32_t attribute, std::size_t i) const {
        return each_group(attribute, i, [&](std::size_t begin, std::size_t end) {
            std::uint64_t records = 0;
            for (std::size_t v = begin; v < end; ++v) records += tally.records(v);
            return plan.enough(records);
        });
    }
    Cut cut_into_groups(std::uint32_t attribute, std::size_t i) const {
        Cut cut{attribute, {}, 0};
        each_group(attribute, i, [&](std::size_t begin, std::size_t) {
            cut.bounds.push_back(tally.code(begin));
            return true;
        });
        cut.bounds.erase(cut.bounds.begin());
        return cut;
    }
};

}  // namespace scrim::recode::partition
