// EveryChance: a Random that goes through all that could be drawn, with exact probabilities.
//
//   EveryChance random;
//   do use(random); while (random.another());          // one in random.one_in() after each use
#pragma once

#include "kernel/core/random.h"

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace scrim::testing {

class EveryChance final : public Random {
public:
    std::uint64_t below(std::uint64_t bound) override {
        if (at_ == path_.size()) path_.emplace_back(0, bound);
        return path_[at_++].first;
    }
    // What is enumerated draws bounded numbers only.
    std::uint64_t next() override { std::abort(); }

    // Of what has been drawn: one in so many.
    std::int64_t one_in() const {
        std::int64_t all = 1;
        for (const auto& [drawn, bound] : path_) all *= static_cast<std::int64_t>(bound);
        return all;
    }
    // On to other draws; false when there are no others.
    bool another() {
        at_ = 0;
        while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
        if (path_.empty()) return false;
        ++path_.back().first;
        return true;
    }

private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> path_;  // drawn, of how many
    std::size_t at_ = 0;
};

}  // namespace scrim::testing
