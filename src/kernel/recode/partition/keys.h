// Keys: quasi-identifiers in rows of small integers, and hulls of many such rows.
//
// A key is its codes, in blocks of 8 bytes. A hull has for each block of keys one of twice the size: the smallest
// codes, then the smallest complements of codes. So one instruction, the minimum of 16 bytes, joins eight hulls.
#pragma once

#include "kernel/core/span.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace scrim::recode::partition {

// Integer: unsigned, holds every code. Blocks: of a key, when known while compiling; 0 otherwise.
template <class Integer, std::size_t Blocks>
class KeyShape {
public:
    using Lane = Integer;

    static std::size_t blocks_for(std::size_t attributes) { return (attributes + half - 1) / half; }
    explicit KeyShape(std::size_t attributes) : blocks_(blocks_for(attributes)) {}

    std::size_t key_lanes() const { return blocks() * half; }
    std::size_t hull_lanes() const { return 2 * key_lanes(); }
    void copy_key(Lane* to, const Lane* key) const { std::memcpy(to, key, key_lanes() * sizeof(Lane)); }
    void copy_hull(Lane* to, const Lane* hull) const { std::memcpy(to, hull, hull_lanes() * sizeof(Lane)); }

    // The hull of one key.
    void widen(Lane* hull, const Lane* key) const {
        for (std::size_t b = 0; b < blocks(); ++b) widen_block(hull + 2 * b * half, key + b * half);
    }
    // The hull of both.
    void add_key(Lane* hull, const Lane* key) const {
        for (std::size_t b = 0; b < blocks(); ++b) {
            Lane block[2 * half];
            widen_block(block, key + b * half);
            add_block(hull + 2 * b * half, block);
        }
    }
    // Hulls of nothing.
    void clear(Lane* hulls, std::size_t count = 1) const { std::fill_n(hulls, count * hull_lanes(), top); }
    // The hull of both.
    void add(Lane* hull, const Lane* other) const {
        for (std::size_t b = 0; b < blocks(); ++b) add_block(hull + 2 * b * half, other + 2 * b * half);
    }
    Span span(const Lane* hull, std::size_t attribute) const {
        const std::size_t lane = attribute / half * 2 * half + attribute % half;
        return {hull[lane], static_cast<Code>(top - hull[lane + half]) + 1};
    }

private:
    static constexpr std::size_t half = 8 / sizeof(Lane);
    static constexpr Lane top = std::numeric_limits<Lane>::max();

    // Through copies, so that the compiler sees a few instructions.
    static void widen_block(Lane* hull, const Lane* key) {
        std::uint64_t codes;
        std::memcpy(&codes, key, 8);
        const std::uint64_t both[2] = {codes, ~codes};
        std::memcpy(hull, both, 16);
    }
    static void add_block(Lane* hull, const Lane* other) {
        Lane x[2 * half], y[2 * half];
        std::memcpy(x, hull, 16);
        std::memcpy(y, other, 16);
        for (std::size_t i = 0; i < 2 * half; ++i) x[i] = std::min(x[i], y[i]);
        std::memcpy(hull, x, 16);
    }
    std::size_t blocks() const { return Blocks > 0 ? Blocks : blocks_; }

    std::size_t blocks_;
};

}  // namespace scrim::recode::partition
