// Bins: the values of a column, or, where there are many numbers or dates, runs of them with about equally many of the
// original's records.
//
// As SDNist bins: a value's bin is its mean rank, as a share of the records, in 20ths; a value that the original lacks
// has the bin of the next one that it has, and what is above all of them the last (NIST, SDNist,
// percentile_rank_target). Where numbers or dates are few, each that the original has is a bin, by the same rule. NULL
// has a bin of its own.
#pragma once

#include "kernel/compare/comparison.h"

#include <algorithm>

namespace scrim::compare {

class Bins {
public:
    // A column of more than `most` different numbers or dates in the original is binned.
    static Bins of(const Comparison& input, std::size_t attribute, Code most);

    std::size_t size() const { return size_; }
    std::size_t operator[](Code code) const { return by_code_[code]; }
    // f(bin, share) for every bin that a span lies in; the shares add up to 1.
    template <class F>
    void each(Span span, F f) const {
        for (Code code = span.lo; code < span.hi;) {
            const std::size_t bin = by_code_[code];
            const Code end = std::min(ends_[code], span.hi);
            f(bin, static_cast<double>(end - code) / span.width());
            code = end;
        }
    }

private:
    std::size_t size_ = 0;
    std::vector<std::uint32_t> by_code_;
    std::vector<Code> ends_;  // by code: where the run of codes of its bin ends
};

}  // namespace scrim::compare
