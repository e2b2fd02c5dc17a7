// Coins: the choices that noise is made of, each with an exact chance.
//
// Behind an interface, so that a test can follow every outcome and weigh it: a mechanism's guarantee is a statement
// about these chances. No floating-point number is ever drawn or rounded, so that the last bits of a noisy number say
// nothing (Mironov, "On significance of the least significant bits for differential privacy", CCS 2012).
//
//   RandomCoins coins(random);          // production: SystemRandom
//   coins.heads(1, 3);                  // true in one of three cases, exactly
#pragma once

#include "kernel/core/int128.h"
#include "kernel/core/random.h"
#include "kernel/noise/weighted_choice.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrim::noise {

class Coins {
public:
    virtual ~Coins() = default;
    // True with the chance numerator / denominator, 0 <= numerator <= denominator < 2^112, denominator > 0.
    virtual bool heads(Uint128 numerator, Uint128 denominator) = 0;
    // Uniform in [0, bound), bound > 0.
    virtual std::uint64_t below(std::uint64_t bound) = 0;
    // True with the chance exp(-numerator / denominator), 0 <= numerator, 0 < denominator <= 2^100; out of heads(), if
    // nothing better is known.
    virtual bool exponential_heads(Uint128 numerator, Uint128 denominator);
    // One of these, each with a chance in proportion to count · exp(-loss · numerator / denominator), as long as
    // denominator <= 2^100 and fewer than 2^63 count; by throwing away what is tried, if nothing better is known.
    virtual std::size_t weighted(std::span<const Alike> candidates, Uint128 numerator, Uint128 denominator);
};

// Draws no more bits than a choice needs: the digits of a random number are compared with those of the chance, sixteen
// bits at a time, until they differ.
class RandomCoins final : public Coins {
public:
    explicit RandomCoins(Random& random) : random_(random) {}
    bool heads(Uint128 numerator, Uint128 denominator) override;
    std::uint64_t below(std::uint64_t bound) override;
    std::size_t weighted(std::span<const Alike> candidates, Uint128 numerator, Uint128 denominator) override {
        return weighted_choice(candidates, numerator, denominator, random_);
    }

private:
    std::uint32_t sixteen_bits() {
        if (left_ == 0) {
            word_ = random_.next();
            left_ = 4;
        }
        const auto bits = static_cast<std::uint32_t>(word_ & 0xFFFF);
        word_ >>= 16;
        --left_;
        return bits;
    }

    Random& random_;
    std::uint64_t word_ = 0;
    int left_ = 0;  // sixteens that are left in word_
};

}  // namespace scrim::noise
