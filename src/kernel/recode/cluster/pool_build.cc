// How a pool makes classes: grown from seeds drawn by chance, then relieved of what they do not need.
#include "kernel/recode/cluster/pool.h"

#include <algorithm>
#include <limits>

namespace scrim::recode::cluster {

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

}  // namespace scrim::recode::cluster
