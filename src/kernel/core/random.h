// Random: where randomness comes from. It is always passed in; production draws from the operating system, tests are
// seeded.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace scrim {

class Random {
public:
    virtual ~Random() = default;
    virtual std::uint64_t next() = 0;

    // Uniform in [0, bound), without bias; bound > 0. Tests go through all that could be drawn.
    virtual std::uint64_t below(std::uint64_t bound);

    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }
};

// The operating system's generator: for everything that protects.
class SystemRandom final : public Random {
public:
    SystemRandom();
    std::uint64_t next() override;

private:
    std::array<std::uint64_t, 64> buffer_;
    std::size_t used_;
};

// Repeatable: for tests and demonstrations only.
class SeededRandom final : public Random {
public:
    explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() override;

private:
    std::uint64_t state_;
};

}  // namespace scrim
