// Dictionaries: the distinct values that one worker has met in one column, numbered in order of appearance.
//
// Local codes start at 1; 0 stands for NULL. A dictionary knows nothing of order or meaning: domain_builder.h unites
// the workers' dictionaries into a Domain and says which final code each local code becomes.
//
//   TextDictionary seen;
//   Code code = seen.add("Lisbon");      // 1 the first time, and ever after
//   seen.values()[code - 1];             // "Lisbon"
#pragma once

#include "kernel/core/int128.h"
#include "kernel/core/span.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <string_view>
#include <variant>
#include <vector>

namespace scrim::encode {

// Values of 64 bits, equal when their bits are: integers, dates, floating-point numbers as their bits.
class NumberDictionary {
public:
    Code add(std::uint64_t value) {
        for (std::size_t slot = hash(value) & mask();; slot = (slot + 1) & mask()) {
            const Code code = slots_[slot];
            if (code == 0) return insert(slot, value);
            if (values_[code - 1] == value) return code;
        }
    }
    const std::vector<std::uint64_t>& values() const { return values_; }
    std::size_t bytes() const { return slots_.size() * sizeof(Code) + values_.capacity() * sizeof(std::uint64_t); }

private:
    static std::uint64_t hash(std::uint64_t value) {
        value = (value ^ (value >> 32)) * 0xd6e8feb86659fd93;
        return value ^ (value >> 32);
    }
    std::size_t mask() const { return slots_.size() - 1; }
    Code insert(std::size_t slot, std::uint64_t value);

    std::vector<Code> slots_ = std::vector<Code>(64);  // a power of two, at most half full; 0 = free
    std::vector<std::uint64_t> values_;
};

// Values of text, equal when their bytes are. The dictionary keeps its own copy of each distinct value.
class TextDictionary {
public:
    Code add(std::string_view value);
    const std::vector<std::string_view>& values() const { return values_; }
    std::size_t bytes() const {
        return slots_.size() * sizeof(Slot) + values_.capacity() * sizeof(std::string_view) + text_bytes_;
    }

private:
    struct Slot {
        std::uint32_t tag = 0;  // some bits of the hash
        Code code = 0;          // 0 = free
    };
    std::size_t mask() const { return slots_.size() - 1; }
    Code insert(std::size_t slot, std::uint32_t tag, std::string_view value);

    std::vector<Slot> slots_ = std::vector<Slot>(64);  // a power of two, at most half full
    std::vector<std::string_view> values_;             // into bytes_
    std::size_t text_bytes_ = 0;
    std::unique_ptr<std::pmr::monotonic_buffer_resource> bytes_ =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
};

// A decimal's units as the key of a TextDictionary, good as long as they are, and back.
inline std::string_view decimal_key(const Int128& units) {
    return {reinterpret_cast<const char*>(&units), sizeof units};
}
inline Int128 decimal_units(std::string_view key) {
    Int128 units;
    std::memcpy(&units, key.data(), sizeof units);
    return units;
}

// What one worker has met in one column.
struct Dictionary {
    std::variant<NumberDictionary, TextDictionary> values;
    bool has_null = false;

    std::size_t size() const {
        return std::visit([](const auto& dictionary) { return dictionary.values().size(); }, values);
    }
    std::size_t bytes() const {
        return std::visit([](const auto& dictionary) { return dictionary.bytes(); }, values);
    }
};

}  // namespace scrim::encode
