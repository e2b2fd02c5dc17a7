// EveryCoin: Coins that go through all that could be thrown, with their chances; what is less likely than a threshold
// is left out and added up.
//
//   const Outcomes outcomes = every_outcome([&](Coins& coins) { return noise.draw(coins); });
//   outcomes.chance(3);     // at least this, and at most outcomes.left_out() more
#pragma once

#include "kernel/noise/coins.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrim::testing {

class EveryCoin final : public noise::Coins {
public:
    struct TooUnlikely {};

    // `whole`: a coin of chance exp(-g) is thrown as one; it is enumerated in its parts elsewhere.
    EveryCoin(double least, bool whole) : least_(least), whole_(whole) {}

    bool heads(Uint128 numerator, Uint128 denominator) override {
        return one_of_two(static_cast<double>(numerator) / static_cast<double>(denominator));
    }
    bool exponential_heads(Uint128 numerator, Uint128 denominator) override {
        if (!whole_) return Coins::exponential_heads(numerator, denominator);
        return one_of_two(std::exp(-static_cast<double>(numerator) / static_cast<double>(denominator)));
    }
    std::uint64_t below(std::uint64_t bound) override {
        if (bound == 1) return 0;
        const std::uint64_t outcome = choose(bound);
        weigh(1 / static_cast<double>(bound));
        return outcome;
    }

    std::size_t weighted(std::span<const noise::Alike> candidates, Uint128 numerator, Uint128 denominator) override {
        std::vector<long double> weights;
        Uint128 least = ~Uint128{0};
        for (const noise::Alike& some : candidates) least = some.count > 0 && some.loss < least ? some.loss : least;
        long double all = 0;
        for (const noise::Alike& some : candidates) {
            const auto worse = static_cast<long double>(some.loss - least) * static_cast<long double>(numerator) /
                               static_cast<long double>(denominator);
            weights.push_back(static_cast<long double>(some.count) * std::exp(-worse));
            all += weights.back();
        }
        const std::uint64_t outcome = choose(candidates.size());
        weigh(static_cast<double>(weights[outcome] / all));
        return outcome;
    }

    double weight() const { return weight_; }
    // On to other outcomes; false when there are no others.
    bool another() {
        path_.resize(at_);
        at_ = 0;
        weight_ = 1;
        while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
        if (path_.empty()) return false;
        ++path_.back().first;
        return true;
    }

private:
    bool one_of_two(double chance) {
        if (chance == 0) return false;
        if (chance == 1) return true;
        const bool outcome = choose(2) == 0;
        weigh(outcome ? chance : 1 - chance);
        return outcome;
    }
    std::uint64_t choose(std::uint64_t bound) {
        if (at_ == path_.size()) path_.emplace_back(0, bound);
        return path_[at_++].first;
    }
    void weigh(double factor) {
        weight_ *= factor;
        if (weight_ < least_) throw TooUnlikely();
    }

    double least_, weight_ = 1;
    bool whole_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> path_;  // chosen, of how many
    std::size_t at_ = 0;
};

class Outcomes {
public:
    void add(Int128 outcome, double weight) { chances_[outcome] += weight; }
    void again(double weight) { again_ += weight; }
    // Of a number; at most left_out() less than the truth.
    double chance(Int128 outcome) const {
        const auto found = chances_.find(outcome);
        return found == chances_.end() ? 0 : found->second / (1 - again_);
    }
    double left_out() const {
        double left = 1 - again_;
        for (const auto& [outcome, chance] : chances_) left -= chance;
        return left / (1 - again_);
    }
    // The chance of `outcome` may be this number, by what was enumerated.
    bool may_be(Int128 outcome, double chance) const {
        constexpr double rounding = 1e-11;
        return chance >= this->chance(outcome) - rounding && chance <= this->chance(outcome) + left_out() + rounding;
    }
    std::map<Int128, double> all() const {
        std::map<Int128, double> chances = chances_;
        for (auto& [outcome, chance] : chances) chance /= 1 - again_;
        return chances;
    }

private:
    std::map<Int128, double> chances_;
    double again_ = 0;
};

// `draw` gives a number, or nothing where it is to be tried again: chances are then those among the numbers.
template <class Draw>
Outcomes every_outcome(const Draw& draw, double least = 1e-12, bool whole = true) {
    Outcomes outcomes;
    EveryCoin coins(least, whole);
    do {
        try {
            if constexpr (std::is_convertible_v<decltype(draw(coins)), Int128>)
                outcomes.add(static_cast<Int128>(draw(coins)), coins.weight());
            else if (const auto outcome = draw(coins))
                outcomes.add(*outcome, coins.weight());
            else
                outcomes.again(coins.weight());
        } catch (const EveryCoin::TooUnlikely&) {
        }
    } while (coins.another());
    return outcomes;
}

}  // namespace scrim::testing
