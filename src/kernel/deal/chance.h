// Chance: what a bucketization leaves to it.
//
// Behind an interface, so that a test can follow every outcome and weigh it: how likely each is, given the data, is
// what the guarantee rests on.
#pragma once

#include "kernel/deal/draws.h"

#include <cstdint>
#include <span>

namespace scrim::deal {

class Chance {
public:
    virtual ~Chance() = default;
    // Uniform in [0, bound).
    virtual std::uint32_t below(std::uint32_t bound) = 0;
    // Every order is equally likely.
    virtual void shuffle(std::span<std::uint32_t> items) = 0;
};

class RandomChance final : public Chance {
public:
    explicit RandomChance(Random& random) : draws_(random) {}
    std::uint32_t below(std::uint32_t bound) override { return draws_.below(bound); }
    void shuffle(std::span<std::uint32_t> items) override { draws_.shuffle(items); }

private:
    Draws draws_;
};

}  // namespace scrim::deal
