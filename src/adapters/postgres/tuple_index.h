// TupleIndex: which tuple a combination of leaves, k and block is. It is asked for every record of a scan.
//
// A combination is one number, by mixed radix, in a table of open addressing: one place of memory for each question.
// Where 64 bits do not hold it, its hash is there, and the combination itself is compared.
#pragma once

#include "kernel/core/span.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::postgres {

class TupleIndex {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    TupleIndex() = default;
    // For `count` tuples: per attribute the leaves of each, and the sizes of the domains; every tuple's k and block
    // (empty: one block). Of equal combinations the first stands for all. Nothing of this need live longer.
    TupleIndex(std::span<const std::vector<Code>> leaves, std::span<const Code> sizes, std::span<const std::int64_t> k,
               std::span<const std::uint32_t> blocks);

    std::uint32_t find(std::span<const Code> leaves, std::int64_t k, std::int64_t block) const;

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t tuple = none;
    };

    std::uint64_t key_of(std::span<const Code> leaves, std::uint32_t k, std::uint32_t block) const;
    std::uint32_t number_of_k(std::int64_t k) const;
    std::span<const std::uint32_t> kept(std::uint32_t tuple) const { return {exact_.data() + tuple * width_, width_}; }
    bool is_kept(std::uint32_t tuple, std::span<const Code> leaves, std::uint32_t k, std::uint32_t block) const;

    std::vector<Code> sizes_;
    std::vector<std::int64_t> k_;  // the different ones, ascending
    std::uint32_t blocks_ = 1;
    bool fits_ = true;
    std::size_t width_ = 0;
    std::vector<std::uint32_t> exact_;  // where 64 bits do not hold a combination: each tuple's
    std::vector<Slot> slots_;
};

}  // namespace scrim::postgres
