#include "kernel/core/radix_sort.h"

#include "kernel/core/parallel.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace scrim {
namespace {

constexpr unsigned most_digit_bits = 11;
constexpr std::size_t most_digits = std::size_t{1} << most_digit_bits;
constexpr std::size_t block_rows = std::size_t{1} << 18;

using Counts = std::array<std::size_t, most_digits>;

}  // namespace

void radix_sort(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& companions, unsigned bits,
                unsigned skip) {
    const std::size_t rows = keys.size();
    if (rows < 2 || bits == 0) return;
    const std::uint64_t sorted_by = (bits + skip < 64 ? (std::uint64_t{1} << (bits + skip)) - 1 : UINT64_MAX) >> skip;
    const auto key_of = [&](std::uint64_t key) { return (key >> skip) & sorted_by; };
    if (std::is_sorted(keys.begin(), keys.end(),
                       [&](std::uint64_t a, std::uint64_t b) { return key_of(a) < key_of(b); }))
        return;
    // As few passes as possible, with digits as small as that allows.
    const unsigned passes = (bits + most_digit_bits - 1) / most_digit_bits;
    const unsigned digit_bits = (bits + passes - 1) / passes;
    const std::size_t radix = std::size_t{1} << digit_bits;
    const std::size_t blocks = (rows + block_rows - 1) / block_rows;
    const auto each_block = [&](auto&& f) {
        parallel_for(0, blocks, 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t block = first; block < last; ++block)
                f(block, block * block_rows, std::min(rows, (block + 1) * block_rows));
        });
    };

    std::vector<Counts> counts(blocks);
    std::vector<std::uint64_t> sorted_keys(rows);
    std::vector<std::uint32_t> sorted_companions(companions.size());
    for (unsigned shift = skip; shift < skip + bits; shift += digit_bits) {
        const auto digit = [shift, radix](std::uint64_t key) { return (key >> shift) & (radix - 1); };
        each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
            std::fill_n(counts[block].begin(), radix, 0);
            for (std::size_t i = begin; i < end; ++i) ++counts[block][digit(keys[i])];
        });

        // Turn counts into the first target of each (digit, block), digits first: that keeps the sort stable.
        std::size_t target = 0;
        bool one_digit = false;
        for (std::size_t d = 0; d < radix; ++d) {
            const std::size_t before = target;
            for (Counts& count : counts) {
                const std::size_t here = count[d];
                count[d] = target;
                target += here;
            }
            one_digit |= target - before == rows;
        }
        if (one_digit) continue;

        each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
            Counts& next = counts[block];
            if (companions.empty()) {
                for (std::size_t i = begin; i < end; ++i) sorted_keys[next[digit(keys[i])]++] = keys[i];
            } else {
                for (std::size_t i = begin; i < end; ++i) {
                    const std::size_t to = next[digit(keys[i])]++;
                    sorted_keys[to] = keys[i];
                    sorted_companions[to] = companions[i];
                }
            }
        });
        keys.swap(sorted_keys);
        companions.swap(sorted_companions);
    }
}

}  // namespace scrim
