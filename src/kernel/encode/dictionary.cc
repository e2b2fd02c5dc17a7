#include "kernel/encode/dictionary.h"

#include <cstring>

namespace scrim::encode {
namespace {

template <class T>
std::uint64_t load(const char* bytes) {
    T word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<Uint128>(a ^ 0x9e3779b97f4a7c15) * (b ^ 0xd6e8feb86659fd93);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Most cells are short: at most two words are read for 16 bytes or fewer, overlapping rather than one by one.
std::uint64_t hash(std::string_view text) {
    const char* bytes = text.data();
    const std::size_t size = text.size();
    if (size == 0) return 0;
    if (size < 4) {
        const auto byte = [&](std::size_t i) {
            return static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i]));
        };
        return mix(byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16, size);
    }
    if (size < 8) return mix(load<std::uint32_t>(bytes) | load<std::uint32_t>(bytes + size - 4) << 32, size);
    std::uint64_t state = size;
    for (std::size_t i = 0; i + 8 < size; i += 8) state = mix(state, load<std::uint64_t>(bytes + i));
    return mix(state, load<std::uint64_t>(bytes + size - 8));
}

}  // namespace

Code NumberDictionary::insert(std::size_t slot, std::uint64_t value) {
    values_.push_back(value);
    const auto added = static_cast<Code>(values_.size());
    slots_[slot] = added;
    if (values_.size() * 2 > slots_.size()) {
        slots_.assign(slots_.size() * 2, 0);
        for (Code code = 1; code <= added; ++code) {
            std::size_t free = hash(values_[code - 1]) & mask();
            while (slots_[free] != 0) free = (free + 1) & mask();
            slots_[free] = code;
        }
    }
    return added;
}

Code TextDictionary::add(std::string_view value) {
    const std::uint64_t hashed = hash(value);
    const auto tag = static_cast<std::uint32_t>(hashed >> 32);
    for (std::size_t slot = hashed & mask();; slot = (slot + 1) & mask()) {
        const Slot& found = slots_[slot];
        if (found.code == 0) return insert(slot, tag, value);
        if (found.tag == tag && values_[found.code - 1] == value) return found.code;
    }
}

Code TextDictionary::insert(std::size_t slot, std::uint32_t tag, std::string_view value) {
    char* copy = static_cast<char*>(bytes_->allocate(value.size() + 1, 1));
    std::memcpy(copy, value.data(), value.size());
    values_.emplace_back(copy, value.size());
    text_bytes_ += value.size() + 1;
    const auto added = static_cast<Code>(values_.size());
    slots_[slot] = {tag, added};
    if (values_.size() * 2 > slots_.size()) {
        slots_.assign(slots_.size() * 2, Slot{});
        for (Code code = 1; code <= added; ++code) {
            const std::uint64_t hashed = hash(values_[code - 1]);
            std::size_t free = hashed & mask();
            while (slots_[free].code != 0) free = (free + 1) & mask();
            slots_[free] = {static_cast<std::uint32_t>(hashed >> 32), code};
        }
    }
    return added;
}

}  // namespace scrim::encode
