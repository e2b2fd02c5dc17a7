// Span: a generalized value, as a run of consecutive codes [lo, hi) of an ordered domain.
//
// The one idea of Scrim. An exact value is a span of width 1, a hierarchy node the span of its leaves, a numeric
// interval the span of the values it holds, a suppressed cell the whole domain. "Is more general than" is covers().
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

namespace scrim {

using Code = std::uint32_t;

struct Span {
    Code lo = 0;
    Code hi = 0;

    static constexpr Span of(Code code) { return {code, code + 1}; }

    constexpr Code width() const { return hi - lo; }
    constexpr bool empty() const { return lo == hi; }
    constexpr bool contains(Code code) const { return lo <= code && code < hi; }
    // AVLIKE: every value of `other` is a value of this span.
    constexpr bool covers(Span other) const { return lo <= other.lo && other.hi <= hi; }
    constexpr bool overlaps(Span other) const { return lo < other.hi && other.lo < hi; }

    friend constexpr auto operator<=>(const Span&, const Span&) = default;
};

// The narrowest span that covers both.
constexpr Span hull(Span a, Span b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

}  // namespace scrim
