#include "kernel/recode/cluster/grow.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace scrim::recode::cluster {
namespace {

constexpr std::size_t sketch_steps = 16;     // how far a class is grown to see what it will cost
constexpr std::size_t few_open = 4;          // with fewer candidates, those of the members join them
constexpr std::size_t most_of_a_point = 16;  // atoms that are candidates together
constexpr std::size_t most_steps = 256;      // of growing a class, where each step costs a judgment
constexpr std::size_t most_hosts = 64;       // classes that are asked to take in a share, likewise
constexpr int most_failures_to_grow = 64;    // in a row, until growing is given up, likewise

class Grower {
public:
    Grower(Block& block, Judge& judge)
        : block_(block),
          judge_(judge),
          left_(block.atoms(), 0),
          seen_(block.points(), 0),
          lo_(block.cost().stride()),
          hi_(block.cost().stride()),
          same_(judge.values(), 0) {}

    std::vector<Share> run();

private:
    enum class Grown { whole, part, failed };

    struct Candidate {
        std::uint32_t atom;
        Cost bound;  // joining costs at least this
    };

    void print_exactly(std::uint32_t point);
    Grown grow(std::uint32_t seed, std::size_t steps);
    void see(std::uint32_t point);
    std::size_t cheapest(Cost& cost);
    void keep();
    bool place(Share share);

    // Records that may still go into a class.
    std::uint32_t open(std::uint32_t atom) const {
        if (left_[atom] > 0 || !judge_.counts_only()) return left_[atom];
        const std::uint32_t home = block_.home(block_.point_of(atom));
        return home == Block::none ? 0 : block_.size(home) - judge_.least();
    }

    Block& block_;
    Judge& judge_;
    std::vector<std::uint32_t> left_;  // records of each atom in no class
    std::vector<std::uint32_t> seen_;  // by point, the growth that saw it
    std::uint32_t growth_ = 0;
    // The class that is being grown.
    Class shares_;
    std::vector<Place> lo_, hi_;
    Cost cost_ = 0;
    std::uint32_t size_ = 0;
    std::size_t asked_ = 0;  // members whose neighbors are candidates
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> same_;  // by value, its records in the class
    std::vector<std::pair<std::int64_t, std::uint32_t>> hosts_;
};

void Grower::print_exactly(std::uint32_t point) {
    Class shares;
    std::uint64_t size = 0;
    for (std::uint32_t atom = block_.first_atom(point); atom < block_.first_atom(point + 1); ++atom) {
        left_[atom] = block_.records(atom);
        shares.push_back({atom, left_[atom]});
        size += left_[atom];
    }
    if (!judge_.holds(shares, size, block_.tuples())) return;
    for (const Share& share : shares) left_[share.atom] = 0;
    block_.add(std::move(shares));
}

void Grower::see(std::uint32_t point) {
    if (seen_[point] == growth_) return;
    seen_[point] = growth_;
    std::size_t most = most_of_a_point;
    for (std::uint32_t atom = block_.first_atom(point); atom < block_.first_atom(point + 1) && most > 0; ++atom) {
        if (open(atom) == 0 || atom == shares_.front().atom) continue;
        candidates_.push_back({atom, 0});
        --most;
    }
}

std::size_t Grower::cheapest(Cost& cost) {
    const HullCost& costs = block_.cost();
    const auto join = [&](const Candidate& candidate) {
        return costs.with(lo_.data(), hi_.data(), block_.row(block_.point_of(candidate.atom)));
    };
    std::size_t best = 0;
    if (judge_.counts_only()) {
        // Neighbors come nearest first.
        if (shares_.size() == 1) {
            cost = join(candidates_.front());
            for (Candidate& candidate : candidates_) candidate.bound = cost;
            return 0;
        }
        cost = UINT32_MAX;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (candidates_[i].bound >= cost) continue;
            candidates_[i].bound = join(candidates_[i]);
            if (candidates_[i].bound >= cost) continue;
            cost = candidates_[i].bound;
            best = i;
        }
        return best;
    }
    double best_score = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Code value = block_.value(candidates_[i].atom);
        const auto score = [&] { return judge_.score(candidates_[i].bound, value, same_[value], size_); };
        if (score() >= best_score) continue;
        candidates_[i].bound = join(candidates_[i]);
        if (score() >= best_score) continue;
        best_score = score();
        best = i;
    }
    cost = candidates_[best].bound;
    return best;
}

// Grows a class around an atom, by at most so many steps.
Grower::Grown Grower::grow(std::uint32_t seed, std::size_t steps) {
    ++growth_;
    for (const Share& share : shares_) same_[block_.value(share.atom)] = 0;
    const std::uint32_t point = block_.point_of(seed);
    shares_.assign(1, {seed, left_[seed]});
    size_ = left_[seed];
    same_[block_.value(seed)] = size_;
    std::copy_n(block_.row(point), lo_.size(), lo_.begin());
    hi_ = lo_;
    cost_ = 0;
    asked_ = 0;
    candidates_.clear();
    see(point);
    for (; !judge_.holds(shares_, size_, block_.tuples()); --steps) {
        if (steps == 0) return Grown::part;
        while (candidates_.size() < few_open && asked_ < shares_.size())
            for (const std::uint32_t neighbor : block_.neighbors(block_.point_of(shares_[asked_++].atom)))
                see(neighbor);
        if (candidates_.empty()) return Grown::failed;
        const std::size_t next = cheapest(cost_);
        const std::uint32_t atom = candidates_[next].atom;
        const std::uint32_t missing = judge_.least() > size_ ? judge_.least() - size_ : 1;
        shares_.push_back({atom, std::min(open(atom), missing)});
        size_ += shares_.back().records;
        same_[block_.value(atom)] += shares_.back().records;
        block_.cost().widen(lo_.data(), hi_.data(), block_.row(block_.point_of(atom)));
        candidates_[next] = candidates_.back();
        candidates_.pop_back();
    }
    return Grown::whole;
}

// Makes what was grown a class.
void Grower::keep() {
    for (const Share& share : shares_) {
        if (left_[share.atom] > 0)
            left_[share.atom] -= share.records;
        else
            block_.take(block_.home(block_.point_of(share.atom)), std::span(&share, 1));
    }
    block_.add(shares_);
}

// Puts what was left over into the class that loses least by it and still holds.
bool Grower::place(Share share) {
    const Place* row = block_.row(block_.point_of(share.atom));
    hosts_.clear();
    for (std::uint32_t c = 0; c < block_.classes(); ++c) {
        const std::uint64_t with = block_.cost().with(block_.lowest(c), block_.highest(c), row);
        hosts_.emplace_back(with * (block_.size(c) + share.records) - block_.loss(c), c);
    }
    const auto tried = std::min<std::size_t>(hosts_.size(), judge_.counts_only() ? 1 : most_hosts);
    std::partial_sort(hosts_.begin(), hosts_.begin() + static_cast<std::ptrdiff_t>(tried), hosts_.end());
    for (std::size_t i = 0; i < tried; ++i) {
        const std::uint32_t c = hosts_[i].second;
        shares_ = block_.shares(c);
        shares_.push_back(share);
        if (!judge_.holds(shares_, block_.size(c) + share.records, block_.tuples())) continue;
        block_.put(c, std::span(&share, 1));
        return true;
    }
    return false;
}

std::vector<Share> Grower::run() {
    for (std::uint32_t point = 0; point < block_.points(); ++point) print_exactly(point);
    using Entry = std::pair<Cost, std::uint32_t>;  // what a class around this atom costs
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    int failures = 0;
    for (std::uint32_t atom = 0; atom < block_.atoms() && failures < most_failures_to_grow; ++atom) {
        if (left_[atom] == 0) continue;
        const bool grown = grow(atom, sketch_steps) != Grown::failed;
        if (grown) queue.emplace(cost_, atom);
        failures = grown || judge_.counts_only() ? 0 : failures + 1;
    }
    failures = 0;
    while (!queue.empty() && failures < most_failures_to_grow) {
        const auto [cost, atom] = queue.top();
        queue.pop();
        if (left_[atom] == 0) continue;
        Grown grown = grow(atom, sketch_steps);
        if (grown != Grown::failed && cost_ > cost) {
            queue.emplace(cost_, atom);
            continue;
        }
        if (grown == Grown::part) grown = grow(atom, judge_.counts_only() ? SIZE_MAX : most_steps);
        if (grown == Grown::whole) keep();
        failures = grown == Grown::whole || judge_.counts_only() ? 0 : failures + 1;
    }
    std::vector<Share> over;
    for (std::uint32_t atom = 0; atom < block_.atoms(); ++atom)
        if (left_[atom] > 0 && !place({atom, left_[atom]})) over.push_back({block_.global(atom), left_[atom]});
    return over;
}

}  // namespace

std::vector<Share> grow_classes(Block& block, Judge& judge) { return Grower(block, judge).run(); }

}  // namespace scrim::recode::cluster
