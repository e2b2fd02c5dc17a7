#include "kernel/recode/cluster/rebuild.h"

#include "kernel/recode/cluster/pool.h"

#include <algorithm>

namespace scrim::recode::cluster {
namespace {

constexpr int trials = 5;                    // for each pool
constexpr std::uint32_t most_neighbors = 5;  // classes that are pooled with one
constexpr std::uint64_t most_tries = 3;      // of one class in a round
constexpr std::size_t most_entries = 1024;   // of a pool
constexpr std::size_t large = 64;            // members of a class of which parts are taken
constexpr int most_failures = 8;             // in a row, to take parts
constexpr std::size_t most_asked = 32;       // members of a class whose neighbors are looked at

class Rebuilder {
public:
    Rebuilder(Block& block, Judge& judge, std::uint64_t seed)
        : block_(block),
          pool_(block, judge),
          least_(judge.least()),
          random_(seed),
          lo_(block.cost().stride()),
          hi_(block.cost().stride()) {}

    void run();

private:
    void try_class(std::uint32_t c);
    void carve(std::uint32_t c);
    void find_near(std::uint32_t c);
    void meet(std::uint32_t c);

    Block& block_;
    Pool pool_;
    std::uint32_t least_;
    SeededRandom random_;
    std::vector<std::pair<std::int64_t, std::uint32_t>> near_;  // how dear it is to be printed with, and the class
    std::vector<std::uint32_t> met_;                            // by class, the try that met it
    std::uint32_t tries_ = 0;
    std::vector<Place> lo_, hi_;
};

void Rebuilder::meet(std::uint32_t c) {
    if (c == Block::none || block_.size(c) == 0) return;
    if (met_.size() <= c) met_.resize(2 * c + 1, 0);
    if (met_[c] == tries_) return;
    met_[c] = tries_;
    if (block_.cost_of(c) == 0 && block_.size(c) <= least_) return;
    near_.emplace_back(0, c);
}

// Classes of the members' neighbors, nearest first.
void Rebuilder::find_near(std::uint32_t c) {
    ++tries_;
    near_.clear();
    meet(c);
    near_.clear();
    const Class& shares = block_.shares(c);
    const std::size_t step = (shares.size() + most_asked - 1) / most_asked;
    for (std::size_t s = 0; s < shares.size(); s += step) {
        const std::uint32_t point = block_.point_of(shares[s].atom);
        meet(block_.near(point));
        meet(block_.home(point));
        for (const std::uint32_t neighbor : block_.neighbors(point)) {
            meet(block_.near(neighbor));
            meet(block_.home(neighbor));
        }
    }
    const HullCost& cost = block_.cost();
    for (auto& [dear, other] : near_) {
        std::copy_n(block_.lowest(c), lo_.size(), lo_.begin());
        std::copy_n(block_.highest(c), hi_.size(), hi_.begin());
        cost.widen(lo_.data(), hi_.data(), block_.lowest(other));
        dear = std::int64_t{cost.with(lo_.data(), hi_.data(), block_.highest(other))} - block_.cost_of(other) / 2;
    }
}

void Rebuilder::try_class(std::uint32_t c) {
    find_near(c);
    const std::uint64_t wanted = 1 + random_.below(most_neighbors);
    const auto looked_at = std::min<std::size_t>(near_.size(), 2 * wanted);
    std::partial_sort(near_.begin(), near_.begin() + static_cast<std::ptrdiff_t>(looked_at), near_.end());
    pool_.clear();
    pool_.add(c);
    const auto join = [&](std::uint32_t other) {
        if (pool_.size() + block_.shares(other).size() > most_entries) return;
        if (block_.cost_of(other) > 0)
            pool_.add(other);
        else if (block_.home(block_.point_of(block_.shares(other).front().atom)) == other)
            pool_.add_lender(other);
    };
    bool any = false;
    for (std::size_t i = 0; i < looked_at; ++i) {
        if (random_.below(2) == 0) continue;
        join(near_[i].second);
        any = true;
    }
    if (!any && !near_.empty()) join(near_.front().second);
    if (pool_.improve(trials, random_)) pool_.adopt();
}

// Takes parts out of a large class as long as that works.
void Rebuilder::carve(std::uint32_t c) {
    for (int failures = 0; failures < most_failures && block_.shares(c).size() > large;) {
        if (pool_.carve(c, random_)) {
            pool_.adopt();
            failures = 0;
        } else {
            ++failures;
        }
    }
}

void Rebuilder::run() {
    // One try for the average cost of a record that loses anything.
    std::uint64_t loss = 0, records = 0;
    for (std::uint32_t c = 0; c < block_.classes(); ++c) {
        loss += block_.loss(c);
        if (block_.cost_of(c) > 0) records += block_.size(c);
    }
    if (records == 0) return;
    const std::uint64_t unit = std::max<std::uint64_t>(1, loss / records);
    for (std::uint32_t c = 0; c < block_.classes(); ++c) {
        const std::uint64_t cost = block_.cost_of(c);
        if (cost > 0 && block_.size(c) / 4 > least_) carve(c);
        std::uint64_t tries = std::min((cost + random_.below(unit)) / unit, most_tries);
        for (; tries > 0 && block_.cost_of(c) > 0 && block_.shares(c).size() <= most_entries; --tries) try_class(c);
    }
}

}  // namespace

void rebuild_classes(Block& block, Judge& judge, std::uint64_t seed) { Rebuilder(block, judge, seed).run(); }

}  // namespace scrim::recode::cluster
