// Expansion: the rows that tuples stand for, each tuple as often as it occurs, in blocks that can be taken in any
// order.
//
// Nothing is kept but where each block begins.
//
//   const Expansion rows(weights.size(), weights);
//   Expansion::Cursor cursor = rows.block(3);
//   while (const std::size_t count = cursor.take(places)) …   // places[i]: the tuple of the next i-th row
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrim {

class Expansion {
public:
    static constexpr std::size_t block_rows = std::size_t{1} << 15;

    // `weights` empty: each of the `tuples` tuples once.
    Expansion(std::size_t tuples, std::span<const std::uint32_t> weights);

    std::size_t blocks() const { return starts_.size(); }

    class Cursor {
    public:
        Cursor() = default;
        // Fills `places` with the tuples of the block's next rows; returns how many, 0 at the block's end.
        std::size_t take(std::span<std::uint32_t> places);

    private:
        friend class Expansion;
        Cursor(const Expansion& rows, std::size_t tuple, std::size_t used, std::size_t left)
            : rows_(&rows), tuple_(tuple), used_(used), left_(left) {}

        const Expansion* rows_ = nullptr;
        std::size_t tuple_ = 0;
        std::size_t used_ = 0;  // how many of its rows were taken
        std::size_t left_ = 0;  // rows of the block
    };

    Cursor block(std::size_t number) const;

private:
    struct Start {
        std::size_t tuple;
        std::size_t used;
    };
    std::size_t weight_of(std::size_t tuple) const { return weights_.empty() ? 1 : weights_[tuple]; }

    std::span<const std::uint32_t> weights_;
    std::size_t rows_ = 0;
    std::vector<Start> starts_;
};

}  // namespace scrim
