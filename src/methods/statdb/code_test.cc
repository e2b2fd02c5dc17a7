#include "methods/statdb/code_test.h"

#include <algorithm>
#include <bit>
#include <cstring>

// Sanitizers and clang 14 know no versions of one function.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define SCRIM_WIDEST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SCRIM_WIDEST
#endif

namespace scrim::statdb {
namespace {

// One comparison: below `lo` the difference wraps around to something large.
template <class T, class Put>
inline __attribute__((always_inline)) void each(const T* codes, std::size_t count, Span span, std::uint8_t* mask,
                                                Put put) {
    const T lo = static_cast<T>(span.lo), last = static_cast<T>(span.width() - 1);
    for (std::size_t i = 0; i < count; ++i)
        put(mask[i], static_cast<std::uint8_t>(static_cast<T>(codes[i] - lo) <= last));
}

template <class T>
inline __attribute__((always_inline)) void test(const T* codes, std::size_t count, Span span, Join join,
                                                std::uint8_t* mask) {
    switch (join) {
        case Join::set: each(codes, count, span, mask, [](std::uint8_t& out, std::uint8_t in) { out = in; }); break;
        case Join::both: each(codes, count, span, mask, [](std::uint8_t& out, std::uint8_t in) { out &= in; }); break;
        case Join::either: each(codes, count, span, mask, [](std::uint8_t& out, std::uint8_t in) { out |= in; }); break;
    }
}

}  // namespace

SCRIM_WIDEST void test_codes(const std::uint8_t* codes, std::size_t count, Span span, Join join, std::uint8_t* mask) {
    test(codes, count, span, join, mask);
}
SCRIM_WIDEST void test_codes(const std::uint16_t* codes, std::size_t count, Span span, Join join, std::uint8_t* mask) {
    test(codes, count, span, join, mask);
}
SCRIM_WIDEST void test_codes(const std::uint32_t* codes, std::size_t count, Span span, Join join, std::uint8_t* mask) {
    test(codes, count, span, join, mask);
}

SCRIM_WIDEST void join_masks(const std::uint8_t* other, std::size_t count, Join join, std::uint8_t* mask) {
    if (join == Join::set) std::memcpy(mask, other, count);
    if (join == Join::both)
        for (std::size_t i = 0; i < count; ++i) mask[i] &= other[i];
    if (join == Join::either)
        for (std::size_t i = 0; i < count; ++i) mask[i] |= other[i];
}

SCRIM_WIDEST std::uint32_t count_mask(const std::uint8_t* mask, std::size_t count) {
    std::uint64_t sum = 0;
    std::size_t i = 0;
    // 64 sums of bytes side by side, emptied before any can overflow.
    while (i + 64 <= count) {
        std::uint8_t sums[64] = {};
        const std::size_t stop = std::min(i + 255 * 64, i + (count - i) / 64 * 64);
        for (; i < stop; i += 64)
            for (std::size_t j = 0; j < 64; ++j) sums[j] = static_cast<std::uint8_t>(sums[j] + mask[i + j]);
        std::uint32_t all = 0;
        for (const std::uint8_t one : sums) all += one;
        sum += all;
    }
    for (; i + 8 <= count; i += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, mask + i, 8);
        sum += static_cast<std::uint64_t>(std::popcount(eight));
    }
    for (; i < count; ++i) sum += mask[i];
    return static_cast<std::uint32_t>(sum);
}

}  // namespace scrim::statdb
