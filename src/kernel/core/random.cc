#include "kernel/core/random.h"

#include <sodium.h>

#include <cstdlib>

namespace scrim {

std::uint64_t Random::below(std::uint64_t bound) {
    // Drop the first 2^64 mod bound values, so that the rest splits evenly.
    const std::uint64_t drop = -bound % bound;
    std::uint64_t drawn = next();
    while (drawn < drop) drawn = next();
    return drawn % bound;
}

SystemRandom::SystemRandom() : buffer_{}, used_(buffer_.size()) {
    if (sodium_init() < 0) std::abort();  // no source of randomness: nothing may be protected with it
}

std::uint64_t SystemRandom::next() {
    if (used_ == buffer_.size()) {
        randombytes_buf(buffer_.data(), sizeof(buffer_));
        used_ = 0;
    }
    return std::exchange(buffer_[used_++], 0);
}

std::uint64_t SeededRandom::next() {
    // SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

}  // namespace scrim
