// Draws: bounded random numbers in great numbers, several from each word of the generator.
//
// Shuffling a table takes a number per record, and the operating system's words are dear. A word is multiplied by one
// bound after the other; the high halves are the numbers drawn, the low halves go on (Brackett-Rozinsky, Lemire:
// Batched ranged random integer generation, Software: Practice and Experience 2025). Exactly uniform: the few words
// that would favor a number are thrown away.
#pragma once

#include "kernel/core/int128.h"
#include "kernel/core/random.h"

#include <cstdint>
#include <span>
#include <utility>

namespace scrim::deal {

// Draws a number below each bound from one word; false when the word must be thrown away. The product of the bounds
// fits a Word; Wide holds products of two Words.
template <class Word, class Wide>
bool draw_from_word(Word word, std::span<const Word> bounds, std::span<Word> drawn) {
    Word product = 1;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const Wide both = static_cast<Wide>(static_cast<Wide>(word) * bounds[i]);
        drawn[i] = static_cast<Word>(both >> (8 * sizeof(Word)));
        word = static_cast<Word>(both);
        product = static_cast<Word>(product * bounds[i]);
    }
    // 2^bits mod product words too many; none of them has a rest of the product or more.
    return word >= product || word >= static_cast<Word>(static_cast<Word>(0 - product) % product);
}

class Draws {
public:
    explicit Draws(Random& random) : random_(random) {}

    // Uniform in [0, bound); bound > 0.
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_.below(bound)); }

    // Every order is equally likely. Fewer than 2^30 items.
    template <class T>
    void shuffle(std::span<T> items) {
        std::size_t left = items.size();
        while (left > 1) {
            // So many that the product of the bounds leaves few words to throw away.
            const std::size_t batch = left > (1u << 19) ? 2 : left > (1u << 14) ? 3 : left > (1u << 11) ? 4 : 5;
            left -= batch < left ? swap_batch(items, left, batch) : swap_batch(items, left, left - 1);
        }
    }

private:
    // The next steps of a Fisher-Yates shuffle of which `left` items are left.
    template <class T>
    std::size_t swap_batch(std::span<T> items, std::size_t left, std::size_t steps) {
        std::uint64_t bounds[5], drawn[5];
        for (std::size_t i = 0; i < steps; ++i) bounds[i] = left - i;
        while (!draw_from_word<std::uint64_t, Uint128>(random_.next(), {bounds, steps}, {drawn, steps})) {
        }
        for (std::size_t i = 0; i < steps; ++i) std::swap(items[left - 1 - i], items[drawn[i]]);
        return steps;
    }

    Random& random_;
};

}  // namespace scrim::deal
