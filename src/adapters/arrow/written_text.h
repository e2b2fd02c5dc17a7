// Text as Arrow lays it out: all bytes one after the other, and where each cell's begin. Offsets have 32 bits unless
// that is too few.
#pragma once

#include "adapters/arrow/exported.h"
#include "kernel/core/domain.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace scrim::arrow {

struct TextBuffers {
    std::vector<std::int32_t> offsets;  // or
    std::vector<std::int64_t> large_offsets;
    std::vector<char> bytes;

    // Where the next cell begins.
    void put_offset(bool large);
    // As the second and third buffer of an array, which has to keep them.
    void add_to(ArrayParts& parts) const;
};

// The values of a domain of text.
class TextValues {
public:
    TextValues(const Domain& domain, std::size_t batch_rows);

    // "u", or "U" where the values, or a batch of cells with any of them, need larger offsets.
    const char* format() const { return large_ ? "U" : "u"; }
    // The values as the dictionary of an array; `keep` is what they are part of.
    OwnedArray dictionary(std::shared_ptr<const void> keep) const;
    // The cells with these codes; others than the values' are empty.
    TextBuffers cells(const std::vector<Code>& codes) const;

private:
    std::vector<std::size_t> starts_ = {0};  // of the values' bytes, and their end
    bool large_ = false;
    TextBuffers values_;
};

}  // namespace scrim::arrow
