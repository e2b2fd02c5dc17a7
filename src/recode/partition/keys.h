// Keys: quasi-identifiers in rows of small integers, laid out so that the hull of many rows is the minimum of each
// integer: a key holds the codes in its first half and their complements in the second.
#pragma once

#include "core/span.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>

namespace scrim::mondrian {

// Integer: unsigned, holds every code. Blocks: of 16 bytes in a key, when known while compiling; 0 otherwise.
template <class Integer, std::size_t Blocks>
class KeyShape {
public:
    using Lane = Integer;
    static constexpr std::size_t block = 16 / sizeof(Lane);  // lanes that one instruction compares

    // A key of `attributes` codes has this many blocks.
    static std::size_t blocks_for(std::size_t attributes) { return (2 * attributes + block - 1) / block; }
    explicit KeyShape(std::size_t attributes) : lanes_(blocks_for(attributes) * block) {}

    std::size_t lanes() const { return Blocks > 0 ? Blocks * block : lanes_; }
    void set(Lane* key, std::size_t attribute, Span hull) const {
        key[attribute] = static_cast<Lane>(hull.lo);
        key[lanes() / 2 + attribute] = static_cast<Lane>(top - (hull.hi - 1));
    }
    Span hull(const Lane* key, std::size_t attribute) const {
        return {key[attribute], static_cast<Code>(top - key[lanes() / 2 + attribute]) + 1};
    }
    // Keys of no records.
    void clear(Lane* keys, std::size_t count = 1) const { std::fill_n(keys, count * lanes(), top); }
    void copy(Lane* to, const Lane* key) const { std::memcpy(to, key, lanes() * sizeof(Lane)); }
    // The hull of both.
    void add(Lane* hull, const Lane* key) const {
        for (std::size_t b = 0; b < lanes(); b += block) {
            // Copies, so that the compiler sees one instruction.
            Lane x[block], y[block];
            std::memcpy(x, hull + b, sizeof(x));
            std::memcpy(y, key + b, sizeof(y));
            for (std::size_t i = 0; i < block; ++i) x[i] = std::min(x[i], y[i]);
            std::memcpy(hull + b, x, sizeof(x));
        }
    }

private:
    static constexpr Lane top = std::numeric_limits<Lane>::max();

    std::size_t lanes_;
};

}  // namespace scrim::mondrian
