#include "kernel/recode/cluster/pool.h"

#include <algorithm>

namespace scrim::recode::cluster {
namespace {

constexpr std::size_t most_lent = 16;     // atoms of one exact class that may be borrowed
constexpr std::size_t most_carved = 256;  // atoms of a large class from which a part is grown

}  // namespace

Pool::Pool(Block& block, Judge& judge)
    : block_(block),
      judge_(judge),
      stride_(block.cost().stride()),
      entry_of_(block.atoms(), Block::none),
      same_(judge.values(), 0),
      lo_(stride_),
      hi_(stride_) {}

void Pool::clear() {
    for (const std::uint32_t atom : atoms_) entry_of_[atom] = Block::none;
    apart_.clear();
    atoms_.clear();
    tuples_.clear();
    values_.clear();
    rows_.clear();
    entries_.clear();
    loss_ = 0;
}

std::uint32_t Pool::entry_of(std::uint32_t atom) {
    if (entry_of_[atom] != Block::none) return entry_of_[atom];
    const Place* row = block_.row(block_.point_of(atom));
    entry_of_[atom] = static_cast<std::uint32_t>(atoms_.size());
    atoms_.push_back(atom);
    tuples_.push_back(block_.tuples()[atom]);
    values_.push_back(block_.value(atom));
    rows_.insert(rows_.end(), row, row + stride_);
    entries_.emplace_back();
    return entry_of_[atom];
}

void Pool::add(std::uint32_t c) {
    apart_.push_back(c);
    loss_ += block_.loss(c);
    for (const Share& share : block_.shares(c)) {
        const std::uint32_t home = block_.home(block_.point_of(share.atom));
        if (home != Block::none) add_lender(home);
        Entry& entry = entries_[entry_of(share.atom)];
        if (home == Block::none) {
            entry.must += share.records;
            continue;
        }
        if (entry.lender == Block::none) entry.held = block_.records_in(home, share.atom);
        entry.lender = home;
        entry.may += share.records;
        entry.home_comers += share.records;
    }
}

void Pool::add_lender(std::uint32_t c) {
    const std::uint32_t spare = block_.size(c) - judge_.least();
    std::size_t atoms = 0;
    for (const Share& share : block_.shares(c)) {
        if (++atoms > most_lent) break;
        Entry& entry = entries_[entry_of(share.atom)];
        if (entry.lender == c) continue;
        entry.lender = c;
        entry.held = share.records;
        entry.may += std::min(share.records, spare);
    }
}

// What is left of exact classes, and what comes home to them, must still hold.
bool Pool::lenders_hold() {
    if (judge_.counts_only()) return true;
    lenders_.clear();
    for (const Entry& entry : entries_)
        if (entry.lender != Block::none) lenders_.push_back(entry.lender);
    std::sort(lenders_.begin(), lenders_.end());
    lenders_.erase(std::unique(lenders_.begin(), lenders_.end()), lenders_.end());
    return std::all_of(lenders_.begin(), lenders_.end(), [&](std::uint32_t lender) {
        left_.clear();
        for (const Share& share : block_.shares(lender))
            if (entry_of_[share.atom] == Block::none) left_.push_back(share);
        for (std::uint32_t i = 0; i < entries_.size(); ++i) {
            const Entry& entry = entries_[i];
            const std::uint32_t rest = entry.held + entry.home_comers + open_[i].may - entry.may;
            if (entry.lender == lender && rest > 0) left_.push_back({atoms_[i], rest});
        }
        std::uint64_t size = 0;
        for (const Share& share : left_) size += share.records;
        return judge_.holds(left_, size, block_.tuples());
    });
}

bool Pool::improve(int trials, SeededRandom& random) {
    std::uint64_t limit = loss_;
    bool improved = false;
    for (int trial = 0; trial < trials; ++trial) {
        if (!build(limit, random)) continue;
        improved = true;
        limit = 0;
        for (std::size_t c = 0; c < made_count_; ++c) limit += made_[c].loss();
        std::swap(made_, best_);
        best_count_ = made_count_;
    }
    return improved;
}

bool Pool::carve(std::uint32_t c, SeededRandom& random) {
    clear();
    const Class& shares = block_.shares(c);
    const Place* seed = block_.row(block_.point_of(shares[random.below(shares.size())].atom));
    std::vector<std::pair<Cost, std::uint32_t>> nearest;
    for (std::uint32_t s = 0; s < shares.size(); ++s)
        nearest.emplace_back(block_.cost().between(seed, block_.row(block_.point_of(shares[s].atom))), s);
    const auto count = static_cast<std::ptrdiff_t>(std::min(nearest.size(), most_carved));
    std::partial_sort(nearest.begin(), nearest.begin() + count, nearest.end());
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const Share& share = shares[nearest[static_cast<std::size_t>(i)].second];
        entries_[entry_of(share.atom)] = {0, share.records, 0, share.records, c};
    }
    open_ = entries_;
    bounds_.resize(entries_.size());
    if (best_.empty()) best_.emplace_back();
    best_count_ = 1;
    start(best_[0]);
    const std::uint64_t left = block_.size(c) - std::uint64_t{judge_.least()};
    return grow(best_[0], 0) && best_[0].cost < block_.cost_of(c) && best_[0].size <= left && lenders_hold();
}

void Pool::adopt() {
    for (const std::uint32_t c : apart_) block_.remove(c);
    std::vector<std::uint32_t>& used = borrowed_;
    used.assign(entries_.size(), 0);
    for (std::size_t c = 0; c < best_count_; ++c)
        for (const Share& share : best_[c].shares) used[share.atom] += share.records;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        if (entry.lender == Block::none || entry.home_comers == used[i]) continue;
        const bool comes = entry.home_comers > used[i];
        const Share share{atoms_[i], comes ? entry.home_comers - used[i] : used[i] - entry.home_comers};
        comes ? block_.put(entry.lender, std::span(&share, 1)) : block_.take(entry.lender, std::span(&share, 1));
    }
    for (std::size_t c = 0; c < best_count_; ++c) {
        for (Share& share : best_[c].shares) share.atom = atoms_[share.atom];
        block_.add(best_[c].shares);
    }
}

}  // namespace scrim::recode::cluster
