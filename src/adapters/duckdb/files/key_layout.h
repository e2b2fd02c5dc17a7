// KeyLayout: where the codes of several columns lie in a key of 64-bit words.
//
// The first column has the highest bits of the first word, so that comparing keys word by word compares tuples, and a
// wider layout keeps their order. No field crosses words.
#pragma once

#include "kernel/core/span.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrim::engine {

class KeyLayout {
public:
    // The bits that codes up to `largest` need.
    static unsigned bits_for(Code largest) { return static_cast<unsigned>(std::bit_width(largest)); }

    KeyLayout() = default;
    // One field of so many bits for each column.
    explicit KeyLayout(std::span<const unsigned> bits) {
        for (const unsigned wanted : bits) {
            if (word_bits_.empty() || word_bits_.back() + wanted > 64) word_bits_.push_back(0);
            const std::size_t word = word_bits_.size() - 1;
            for (Field& field : fields_)
                if (field.word == word) field.shift += wanted;
            fields_.push_back({word, 0, wanted});
            word_bits_[word] += wanted;
        }
    }
    // For the tuples of both, which have the same columns.
    static KeyLayout wider(const KeyLayout& a, const KeyLayout& b) {
        std::vector<unsigned> bits;
        for (std::size_t c = 0; c < a.columns(); ++c) bits.push_back(std::max(a.bits(c), b.bits(c)));
        return KeyLayout(bits);
    }

    std::size_t columns() const { return fields_.size(); }
    std::size_t words() const { return word_bits_.size(); }  // of one key
    unsigned word_bits(std::size_t word) const { return word_bits_[word]; }
    unsigned bits(std::size_t column) const { return fields_[column].bits; }
    bool operator==(const KeyLayout&) const = default;

    // The column's field of `key` was 0.
    void put(std::uint64_t* key, std::size_t column, Code code) const {
        key[fields_[column].word] |= std::uint64_t{code} << (fields_[column].shift & 63);
    }
    Code get(const std::uint64_t* key, std::size_t column) const {
        const Field& field = fields_[column];
        return static_cast<Code>(key[field.word] >> (field.shift & 63) & ((std::uint64_t{1} << field.bits) - 1));
    }

private:
    struct Field {
        std::size_t word;
        unsigned shift;  // 64 only for a field of no bits
        unsigned bits;
        bool operator==(const Field&) const = default;
    };
    std::vector<Field> fields_;
    std::vector<unsigned> word_bits_;  // in use, from the lowest
};

}  // namespace scrim::engine
