// Expansion: the rows that tuples stand for, each tuple as often as it occurs, without ever having them all.
//
//   Expansion rows(tuples.size(), tuples.weights);
//   while (const std::size_t count = rows.take(places)) …   // places[i]: the tuple of the i-th of the next rows
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrim {

class Expansion {
public:
    // `weights` empty: each of the `tuples` tuples once.
    Expansion(std::size_t tuples, std::span<const std::uint32_t> weights) : tuples_(tuples), weights_(weights) {}

    // Fills `places` with the tuples of the next rows; returns how many, 0 at the end.
    std::size_t take(std::span<std::uint32_t> places);

private:
    std::size_t tuples_;
    std::span<const std::uint32_t> weights_;
    std::size_t tuple_ = 0;
    std::size_t used_ = 0;  // rows of this tuple that were taken
};

}  // namespace scrim
