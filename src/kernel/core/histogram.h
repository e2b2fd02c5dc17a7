// ValueHistogram: how often each value of one domain occurs. (Of the different rows of a table: scrim/histogram.h.)
#pragma once

#include "kernel/core/span.h"

#include <cstdint>
#include <vector>

namespace scrim {

// One bar of a sparse histogram.
struct ValueCount {
    Code value = 0;
    std::uint32_t count = 0;

    friend constexpr auto operator<=>(const ValueCount&, const ValueCount&) = default;
};

// A dense histogram with running sums, so that the count of any Span is one subtraction.
class ValueHistogram {
public:
    ValueHistogram() : below_{0} {}
    explicit ValueHistogram(const std::vector<std::uint64_t>& counts) : below_(counts.size() + 1, 0) {
        for (std::size_t i = 0; i < counts.size(); ++i) below_[i + 1] = below_[i] + counts[i];
    }

    Code size() const { return static_cast<Code>(below_.size() - 1); }
    std::uint64_t total() const { return below_.back(); }
    std::uint64_t operator[](Code code) const { return below_[code + 1] - below_[code]; }
    std::uint64_t count(Span span) const { return below_[span.hi] - below_[span.lo]; }
    std::uint64_t below(Code code) const { return below_[code]; }  // of all codes < code

private:
    std::vector<std::uint64_t> below_;
};

}  // namespace scrim
