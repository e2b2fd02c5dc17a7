#include "recode/cluster/pool.h"

#include <algorithm>
#include <limits>

namespace scrim::cluster {
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

std::uint32_t Pool::draw(SeededRandom& random) const {
    std::uint64_t record = random.below(must_);
    std::uint32_t entry = 0;
    for (; record >= open_[entry].must; ++entry) record -= open_[entry].must;
    return entry;
}

void Pool::start(Made& made) {
    made.shares.clear();
    std::fill(same_.begin(), same_.end(), 0u);
    made.cost = 0;
    made.size = 0;
    borrowed_.clear();
}

// As many records of the entry as the class needs, those that must be taken in first.
void Pool::take(Made& made, std::uint32_t i) {
    const std::uint32_t wanted = judge_.least() > made.size ? judge_.least() - made.size : 1;
    const std::uint32_t must = std::min(open_[i].must, wanted);
    const std::uint32_t may = std::min(open_[i].may, wanted - must);
    open_[i].must -= must;
    open_[i].may -= may;
    must_ -= must;
    made.size += must + may;
    same_[values_[i]] += must + may;
    if (open_[i].must + open_[i].may == 0) bounds_[i] = UINT32_MAX;
    for (std::size_t s = 0; s < made.shares.size(); ++s)
        if (made.shares[s].atom == i) {
            made.shares[s].records += must + may;
            borrowed_[s] += may;
            return;
        }
    made.shares.push_back({i, must + may});
    borrowed_.push_back(may);
}

std::uint32_t Pool::cheapest(const Made& made, Cost& cost) {
    const HullCost& costs = block_.cost();
    std::uint32_t best = Block::none;
    if (judge_.counts_only()) {
        const Place *lo = made.lo.data(), *hi = made.hi.data(), *x = rows_.data();
        Cost *bound = bounds_.data(), least = UINT32_MAX;
        const auto size = static_cast<std::uint32_t>(bounds_.size());
        for (std::uint32_t i = 0; i < size; ++i, x += stride_) {
            if (bound[i] >= least) continue;
            bound[i] = costs.with(lo, hi, x);
            if (bound[i] >= least) continue;
            least = bound[i];
            best = i;
        }
        cost = least;
        return best;
    }
    double best_score = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < bounds_.size(); ++i) {
        const auto score = [&] { return judge_.score(bounds_[i], values_[i], same_[values_[i]], made.size); };
        if (bounds_[i] == UINT32_MAX || score() >= best_score) continue;
        bounds_[i] = costs.with(made.lo.data(), made.hi.data(), row(i));
        if (score() >= best_score) continue;
        best_score = score();
        best = i;
        cost = bounds_[i];
    }
    return best;
}

// False when the pool is empty before the class holds.
bool Pool::grow(Made& made, std::uint32_t seed) {
    made.lo.assign(row(seed), row(seed) + stride_);
    made.hi = made.lo;
    for (std::uint32_t i = 0; i < bounds_.size(); ++i) bounds_[i] = open_[i].must + open_[i].may > 0 ? 0 : UINT32_MAX;
    take(made, seed);
    while (!holds(made)) {
        const std::uint32_t next = cheapest(made, made.cost);
        if (next == Block::none) return false;
        block_.cost().widen(made.lo.data(), made.hi.data(), row(next));
        take(made, next);
    }
    return true;
}

void Pool::put(Made& made, Share share) {
    made.size += share.records;
    for (Share& known : made.shares)
        if (known.atom == share.atom) {
            known.records += share.records;
            return;
        }
    made.shares.push_back(share);
    block_.cost().widen(made.lo.data(), made.hi.data(), row(share.atom));
    made.cost = block_.cost().of(made.lo.data(), made.hi.data());
}

// Puts the share into the class that loses least by it, if that is less than `most`, and still holds.
bool Pool::place(Share share, std::size_t except, std::int64_t most) {
    std::size_t best = made_count_;
    for (std::size_t c = 0; c < made_count_; ++c) {
        if (c == except) continue;
        const std::uint64_t with = block_.cost().with(made_[c].lo.data(), made_[c].hi.data(), row(share.atom));
        const auto more = static_cast<std::int64_t>(with * (made_[c].size + share.records) - made_[c].loss());
        if (more >= most) continue;
        most = more;
        best = c;
    }
    if (best == made_count_) return false;
    if (!judge_.counts_only()) {
        left_ = made_[best].shares;
        left_.push_back(share);
        if (!judge_.holds(left_, made_[best].size + share.records, tuples_.data())) return false;
    }
    put(made_[best], share);
    return true;
}

// A class that could not be finished: its records go to the others, what was borrowed goes back.
bool Pool::scatter(const Made& made) {
    for (std::size_t s = 0; s < made.shares.size(); ++s) {
        const Share& share = made.shares[s];
        open_[share.atom].may += borrowed_[s];
        const std::uint32_t records = share.records - borrowed_[s];
        if (records > 0 && !place({share.atom, records}, made_count_, INT64_MAX)) return false;
    }
    return true;
}

// The cost of a class without so many records of one share.
bool Pool::without(const Made& made, std::size_t which, std::uint32_t records, Cost& cost) const {
    cost = made.cost;
    if (records < made.shares[which].records) return true;
    if (made.shares.size() == 1) return false;
    const std::uint32_t first = made.shares[which == 0 ? 1 : 0].atom;
    std::copy_n(row(first), stride_, lo_.begin());
    hi_ = lo_;
    for (std::size_t s = 0; s < made.shares.size(); ++s)
        if (s != which) block_.cost().widen(lo_.data(), hi_.data(), row(made.shares[s].atom));
    cost = block_.cost().of(lo_.data(), hi_.data());
    return true;
}

// Records that a class does not need go home, or to where they cost less.
void Pool::relocate() {
    for (std::size_t c = 0; c < made_count_; ++c)
        for (std::size_t s = 0; s < made_[c].shares.size() && made_[c].size > judge_.least();) {
            Made& made = made_[c];
            const Share share{made.shares[s].atom, std::min(made.shares[s].records, made.size - judge_.least())};
            Cost cost = 0;
            bool moves = without(made, s, share.records, cost);
            const std::uint64_t rest = std::uint64_t{cost} * (made.size - share.records);
            if (moves && !judge_.counts_only()) {
                left_ = made.shares;
                left_[s].records -= share.records;
                if (left_[s].records == 0) left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(s));
                moves = judge_.holds(left_, made.size - share.records, tuples_.data());
            }
            if (moves && entries_[share.atom].lender != Block::none)
                open_[share.atom].may += share.records;
            else
                moves = moves && place(share, c, static_cast<std::int64_t>(made.loss() - rest));
            if (!moves) {
                ++s;
                continue;
            }
            made.size -= share.records;
            made.shares[s].records -= share.records;
            if (made.shares[s].records > 0) continue;
            made.shares.erase(made.shares.begin() + static_cast<std::ptrdiff_t>(s));
            made.cost = cost;
            made.lo = lo_;
            made.hi = hi_;
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

bool Pool::build(std::uint64_t limit, SeededRandom& random) {
    open_ = entries_;
    bounds_.resize(entries_.size());
    must_ = 0;
    for (const Entry& entry : entries_) must_ += entry.must;
    made_count_ = 0;
    std::uint64_t loss = 0;
    while (must_ > 0) {
        if (made_count_ == made_.size()) made_.emplace_back();
        Made& made = made_[made_count_];
        start(made);
        if (!grow(made, draw(random))) {
            if (!scatter(made)) return false;
            break;
        }
        loss += made.loss();
        if (loss >= limit) return false;
        ++made_count_;
    }
    relocate();
    loss = 0;
    for (std::size_t c = 0; c < made_count_; ++c) loss += made_[c].loss();
    return loss < limit && lenders_hold();
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

}  // namespace scrim::cluster
