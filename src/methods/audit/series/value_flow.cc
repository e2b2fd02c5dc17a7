#include "methods/audit/series/value_flow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace scrim::audit {
namespace {

void clear_bit(std::vector<std::uint64_t>& bits, std::size_t at) { bits[at / 64] &= ~(std::uint64_t{1} << at % 64); }
void set_bit(std::vector<std::uint64_t>& bits, std::size_t at) { bits[at / 64] |= std::uint64_t{1} << at % 64; }
bool get_bit(const std::vector<std::uint64_t>& bits, std::size_t at) { return bits[at / 64] >> at % 64 & 1; }

void all_ones(std::vector<std::uint64_t>& bits, std::size_t words) { bits.assign(words, ~std::uint64_t{0}); }

// The first place from word `at` on where both have a bit; `at` moves to its word, to the end where there is none.
std::uint32_t first_common(std::span<const std::uint64_t> a, const std::vector<std::uint64_t>& b, std::uint32_t& at) {
    for (; at < a.size(); ++at)
        if (const std::uint64_t both = a[at] & b[at])
            return at * 64 + static_cast<std::uint32_t>(std::countr_zero(both));
    return UINT32_MAX;
}

// Turns 64 rows of 64 bits into columns (Warren, Hacker's Delight, 7-3).
void transpose(std::span<std::uint64_t, 64> block) {
    std::uint64_t mask = 0x00000000ffffffff;
    for (std::size_t width = 32; width > 0; width /= 2, mask ^= mask << width)
        for (std::size_t i = 0; i < 64; i = (i + width + 1) & ~width) {
            const std::uint64_t change = (block[i] >> width ^ block[i + width]) & mask;
            block[i] ^= change << width;
            block[i + width] ^= change;
        }
}

}  // namespace

void ValueFlow::reset(std::span<const std::uint64_t> takers, std::span<const std::uint64_t> kinds) {
    takers_ = takers.size();
    kinds_ = kinds.size();
    row_words_ = (kinds_ + 63) / 64;
    column_words_ = (takers_ + 63) / 64;
    rows_.assign(takers_ * row_words_, 0);
    wants_.assign(takers.begin(), takers.end());
    spare_.assign(kinds.begin(), kinds.end());
    if (held_.size() < kinds_) held_.resize(kinds_);
    if (has_.size() < takers_) has_.resize(takers_);
    for (std::size_t k = 0; k < kinds_; ++k) held_[k].clear();
    for (std::size_t t = 0; t < takers_; ++t) has_[t].clear();
}

void ValueFlow::give(std::size_t kind, std::uint32_t taker, std::uint64_t amount) {
    for (Holding& holding : held_[kind])
        if (holding.taker == taker) {
            holding.amount += amount;
            return;
        }
    held_[kind].push_back({taker, amount});
}

void ValueFlow::take(std::size_t kind, std::uint32_t taker, std::uint64_t amount) {
    std::vector<Holding>& held = held_[kind];
    const auto holding = std::find_if(held.begin(), held.end(), [&](const Holding& of) { return of.taker == taker; });
    holding->amount -= amount;
    if (holding->amount > 0) return;
    *holding = held.back();
    held.pop_back();
}

// Those who accept fewest kinds first; little is left to be mended after that.
void ValueFlow::deal_greedily() {
    std::vector<std::uint32_t> accepted(takers_, 0), order(takers_);
    for (std::size_t t = 0; t < takers_; ++t)
        for (const std::uint64_t word : row(t)) accepted[t] += static_cast<std::uint32_t>(std::popcount(word));
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return accepted[a] < accepted[b]; });
    all_ones(unseen_kinds_, row_words_);  // those with something to spare
    for (std::size_t k = 0; k < kinds_; ++k)
        if (spare_[k] == 0) clear_bit(unseen_kinds_, k);
    for (const std::uint32_t t : order) {
        std::uint32_t at = 0;
        for (std::uint32_t k = 0; wants_[t] > 0 && (k = first_common(row(t), unseen_kinds_, at)) != none;) {
            const std::uint64_t amount = std::min(wants_[t], spare_[k]);
            held_[k].push_back({t, amount});
            wants_[t] -= amount;
            if ((spare_[k] -= amount) == 0) clear_bit(unseen_kinds_, k);
        }
    }
}

// Finds the shortest way to serve this taker by asking others to take something else; false when there is none.
bool ValueFlow::deal_one_more(std::uint32_t taker) {
    all_ones(unseen_kinds_, row_words_);
    from_taker_.resize(kinds_);
    from_kind_.assign(takers_, none);
    queue_.assign(1, taker);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        const std::uint32_t t = queue_[i];
        std::uint32_t at = 0;
        for (std::uint32_t k = 0; (k = first_common(row(t), unseen_kinds_, at)) != none;) {
            clear_bit(unseen_kinds_, k);
            from_taker_[k] = t;
            if (spare_[k] > 0) {
                push_along(k, taker);
                return true;
            }
            for (const Holding& holding : held_[k]) {
                if (holding.taker == taker || from_kind_[holding.taker] != none) continue;
                from_kind_[holding.taker] = k;
                queue_.push_back(holding.taker);
            }
        }
    }
    return false;
}

// As much as the way to this kind lets through.
void ValueFlow::push_along(std::uint32_t kind, std::uint32_t taker) {
    const auto amount_of = [&](std::uint32_t k, std::uint32_t t) {
        return std::find_if(held_[k].begin(), held_[k].end(), [&](const Holding& of) { return of.taker == t; })->amount;
    };
    std::uint64_t amount = std::min(spare_[kind], wants_[taker]);
    for (std::uint32_t t = from_taker_[kind]; t != taker; t = from_taker_[from_kind_[t]])
        amount = std::min(amount, amount_of(from_kind_[t], t));
    spare_[kind] -= amount;
    wants_[taker] -= amount;
    for (std::uint32_t k = kind;;) {
        const std::uint32_t t = from_taker_[k];
        give(k, t, amount);
        if (t == taker) return;
        k = from_kind_[t];
        take(k, t, amount);
    }
}

bool ValueFlow::run() {
    deal_greedily();
    for (std::uint32_t t = 0; t < takers_; ++t)
        while (wants_[t] > 0)
            if (!deal_one_more(t)) return false;
    find_components();
    return true;
}

// A taker may go over to a kind that it accepts; of a kind, one of its holders may be asked to go, or, where some is
// spare, one that lies on the heap may take the place of a used one of any kind.
std::uint32_t ValueFlow::next_forward(std::uint32_t node) {
    const auto heap = static_cast<std::uint32_t>(takers_ + kinds_);
    std::uint32_t& at = at_[node];
    if (node < takers_) {
        const std::uint32_t k = first_common(row(node), unseen_kinds_, at);
        return k == none ? none : static_cast<std::uint32_t>(takers_) + k;
    }
    if (node == heap) {
        const std::uint32_t k = first_common(used_kinds_, unseen_kinds_, at);
        return k == none ? none : static_cast<std::uint32_t>(takers_) + k;
    }
    const std::vector<Holding>& held = held_[node - takers_];
    for (; at < held.size(); ++at)
        if (get_bit(unseen_takers_, held[at].taker)) return held[at].taker;
    return heap_unseen_ && spare_[node - takers_] > 0 ? heap : none;
}

// The same ways, walked against their direction.
std::uint32_t ValueFlow::next_backward(std::uint32_t node) {
    const auto heap = static_cast<std::uint32_t>(takers_ + kinds_);
    std::uint32_t& at = at_[node];
    if (node < takers_) {
        for (; at < has_[node].size(); ++at)
            if (get_bit(unseen_kinds_, has_[node][at])) return static_cast<std::uint32_t>(takers_) + has_[node][at];
        return none;
    }
    if (node == heap) {
        const std::uint32_t k = first_common(spare_kinds_, unseen_kinds_, at);
        return k == none ? none : static_cast<std::uint32_t>(takers_) + k;
    }
    const std::uint32_t t = first_common(column(node - takers_), unseen_takers_, at);
    if (t != none) return t;
    return heap_unseen_ && !held_[node - takers_].empty() ? heap : none;
}

void ValueFlow::turn_rows_into_columns() {
    columns_.resize(kinds_ * column_words_);
    std::array<std::uint64_t, 64> block;
    for (std::size_t t = 0; t < takers_; t += 64)
        for (std::size_t k = 0; k < kinds_; k += 64) {
            for (std::size_t i = 0; i < 64; ++i) block[i] = t + i < takers_ ? row(t + i)[k / 64] : 0;
            transpose(block);
            for (std::size_t i = 0; i < 64 && k + i < kinds_; ++i)
                columns_[(k + i) * column_words_ + t / 64] = block[i];
        }
}

bool ValueFlow::all_possible(std::size_t taker) const {
    for (std::size_t w = 0; w < row_words_; ++w)
        for (std::uint64_t word = row(taker)[w]; word != 0; word &= word - 1)
            if (!possible(taker, w * 64 + static_cast<std::size_t>(std::countr_zero(word)))) return false;
    return true;
}

// Two searches, along the ways and against them (Kosaraju 1978, Sharir 1981), each node once in either.
void ValueFlow::find_components() {
    const auto nodes = static_cast<std::uint32_t>(takers_ + kinds_ + 1);
    turn_rows_into_columns();
    used_kinds_.assign(row_words_, 0);
    spare_kinds_.assign(row_words_, 0);
    for (std::uint32_t k = 0; k < kinds_; ++k) {
        if (spare_[k] > 0) set_bit(spare_kinds_, k);
        if (!held_[k].empty()) set_bit(used_kinds_, k);
        for (const Holding& holding : held_[k]) has_[holding.taker].push_back(k);
    }
    const auto unsee = [&] {
        all_ones(unseen_takers_, column_words_);
        all_ones(unseen_kinds_, row_words_);
        heap_unseen_ = true;
        at_.assign(nodes, 0);
    };
    const auto unseen = [&](std::uint32_t node) {
        if (node < takers_) return get_bit(unseen_takers_, node);
        return node + 1 == nodes ? heap_unseen_ : get_bit(unseen_kinds_, node - takers_);
    };
    const auto see = [&](std::uint32_t node) {
        if (node < takers_)
            clear_bit(unseen_takers_, node);
        else if (node + 1 == nodes)
            heap_unseen_ = false;
        else
            clear_bit(unseen_kinds_, node - takers_);
        path_.push_back(node);
    };
    finished_.clear();
    path_.clear();
    unsee();
    for (std::uint32_t root = 0; root < nodes; ++root) {
        if (!unseen(root)) continue;
        for (see(root); !path_.empty();) {
            const std::uint32_t next = next_forward(path_.back());
            if (next != none) {
                see(next);
                continue;
            }
            finished_.push_back(path_.back());
            path_.pop_back();
        }
    }
    component_.assign(nodes, none);
    unsee();
    for (std::size_t i = finished_.size(); i-- > 0;) {
        const std::uint32_t root = finished_[i];
        if (!unseen(root)) continue;
        for (see(root); !path_.empty();) {
            component_[path_.back()] = root;
            const std::uint32_t next = next_backward(path_.back());
            if (next != none)
                see(next);
            else
                path_.pop_back();
        }
    }
}

}  // namespace scrim::audit
