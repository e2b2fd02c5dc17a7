// TextbookCut: LeFevre, DeWitt and Ramakrishnan's choice: the attributes of a part by their range, widest first, each
// cut at its median, or into the children of the node that covers it. Of numbers and NULL, NULL is set apart first, if
// that holds; otherwise it stays with the largest.
#pragma once

#include "kernel/recode/partition/opened.h"

namespace scrim::recode::partition {

template <class Shape>
class TextbookCut {
public:
    explicit TextbookCut(Opened<Shape>& part) : part_(part) {}

    // Begins with an opened part.
    void start() {
        next_ = 0;
        apart_ = false;
        order_ = part_.attributes;
        std::stable_sort(order_.begin(), order_.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return range(a) > range(b); });
    }
    // The next cut whose groups have records enough.
    bool next(Cut& cut) {
        while (next_ < order_.size()) {
            const std::uint32_t attribute = order_[next_];
            part_.tally.count(*part_.store, part_.part, std::span(&attribute, 1), part_.hulls);
            const bool anywhere = part_.cut_anywhere(attribute);
            apart_ = anywhere && !apart_ && part_.plan.axes[attribute].mixes_null(part_.hulls[attribute]);
            if (!apart_) ++next_;
            if (anywhere && !apart_) {
                if (cut_at_median(attribute, cut)) return true;
            } else if (part_.groups_suffice(attribute, 0)) {
                cut = part_.cut_into_groups(attribute, 0);
                return true;
            }
        }
        return false;
    }

private:
    double range(std::uint32_t attribute) const { return part_.plan.axes[attribute].range(part_.hulls[attribute]); }

    // After the value that the middle record holds; in the relaxed mode after the middle record.
    bool cut_at_median(std::uint32_t attribute, Cut& cut) const {
        const Tally<Shape>& tally = part_.tally;
        const auto [first, size] = tally.values(0);
        const std::uint64_t all = part_.part.records, middle = (all + 1) / 2;
        std::uint64_t before = 0;
        std::size_t v = first;
        while (before + tally.records(v) < middle) before += tally.records(v++);
        const bool share = part_.plan.relaxed && before + tally.records(v) > middle;
        if (!share && v + 1 == first + size) return false;
        const std::uint64_t left = share ? middle : before + tally.records(v);
        cut.attribute = attribute;
        cut.bounds.assign(1, tally.code(share ? v : v + 1));
        cut.shared = share ? middle - before : 0;
        return part_.plan.enough(left) && part_.plan.enough(all - left);
    }

    Opened<Shape>& part_;
    std::vector<std::uint32_t> order_;
    std::size_t next_ = 0;
    bool apart_ = false;  // the last cut set NULL apart; the median of the same attribute is next
};

}  // namespace scrim::recode::partition
