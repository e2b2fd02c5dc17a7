// A stable, parallel radix sort of 64-bit keys, each with a 32-bit companion that moves along.
#pragma once

#include <cstdint>
#include <vector>

namespace scrim {

// Sorts `keys` ascending by the `bits` bits above the lowest `skip`, and applies the same permutation to `companions`,
// which has the same size or is empty. No higher bits may be set.
void radix_sort(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& companions, unsigned bits,
                unsigned skip = 0);

}  // namespace scrim
