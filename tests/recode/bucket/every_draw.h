// EveryDraw: takes the place of random draws and goes through all that could be drawn, with exact probabilities.
//
//   EveryDraw draws;
//   do use(draws); while (draws.next());          // draws.probability() after each use
#pragma once

#include "kernel/core/int128.h"

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace scrim::testing {

struct Fraction {
    std::int64_t above = 0, below = 1;

    Fraction& operator+=(Fraction other) {
        const std::int64_t common = std::lcm(below, other.below);
        above = above * (common / below) + other.above * (common / other.below);
        below = common;
        const std::int64_t divisor = std::gcd(above, below);
        above /= divisor;
        below /= divisor;
        return *this;
    }
    friend bool operator==(const Fraction&, const Fraction&) = default;
};

class EveryDraw {
public:
    std::uint32_t below(std::uint32_t bound) {
        if (at_ == path_.size()) path_.push_back({0, bound});
        return path_[at_++].first;
    }
    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }

    // Of what has been drawn.
    Fraction probability() const {
        Fraction all{1, 1};
        for (const auto& [drawn, bound] : path_) all.below *= bound;
        return all;
    }
    // On to other draws; false when there are no others.
    bool next() {
        at_ = 0;
        while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
        if (path_.empty()) return false;
        ++path_.back().first;
        return true;
    }

private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> path_;  // drawn, of how many
    std::size_t at_ = 0;
};

}  // namespace scrim::testing
