#include "methods/statdb/noisy/rank_choice.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/noise/precise.h"

#include <algorithm>
#include <vector>

namespace scrim::statdb::noisy {
namespace {

constexpr Int128 most_parts = 1'000'000;             // of a quantile: 0.999999
constexpr Int128 most_candidates = Int128{1} << 62;  // of a range
constexpr Uint128 largest = Uint128{1} << 100;       // that coins of a chance exp(-n / d) take

// Numbers that follow each other and cover the same ranks.
struct Piece {
    Int128 first = 0;
    noise::Alike alike;
};

}  // namespace

Result<RankChoice> RankChoice::make(const Ratio& quantile, const Ratio& epsilon, std::uint32_t most_records,
                                    const Clip& range) {
    const Ratio reduced = quantile.reduced(), spent = epsilon.reduced();
    if (reduced.denominator() > most_parts)
        return input_error(format("a quantile has up to six digits, and {} has more", quantile.to_string()));
    if (range.highest - range.lowest >= most_candidates)
        return input_error(format("between {} and {} there are more numbers than can be chosen from", field("lowest"),
                                  field("highest")));
    const Int128 per_record = std::max(reduced.numerator(), reduced.denominator() - reduced.numerator());
    const Uint128 most = static_cast<Uint128>(per_record) * most_records * 2;  // below 2^53
    if (static_cast<Uint128>(spent.denominator()) > largest / most || static_cast<Uint128>(spent.numerator()) > largest)
        return input_error(field("epsilon") + " has too many digits");
    return RankChoice(reduced, range, static_cast<Uint128>(spent.numerator()),
                      static_cast<Uint128>(spent.denominator()) * most);
}

RankChoice RankChoice::aimed(Int128 target) const {
    RankChoice other = *this;
    other.target_ = target;
    return other;
}

Int128 RankChoice::reach(const Ratio& chance) const { return noise::surely_below(candidates(), rate(), chance) - 1; }

Int128 RankChoice::draw(const ValueCounts& values, noise::Coins& coins) const {
    const Int128 part = quantile_.numerator(), whole = quantile_.denominator();
    Int128 all = 0, less = 0;
    for (const auto& [value, count] : values) all += count;
    std::vector<Piece> pieces;
    Int128 next = range_.lowest;
    const auto add = [&](Int128 first, Int128 last, Int128 there) {
        if (first > last) return;
        const Int128 low = whole * less - part * all, high = low + whole * there;
        // The first and the last number go on without end.
        Int128 loss = 0;
        if (target_ < low && first != range_.lowest) loss = low - target_;
        if (target_ > high && last != range_.highest) loss = target_ - high;
        pieces.push_back({first, {static_cast<std::uint64_t>(last - first) + 1, static_cast<Uint128>(loss)}});
        next = last + 1;
    };
    // The ends by themselves: no other number goes on without end.
    const auto add_gap = [&](Int128 last) {
        if (next == range_.lowest && next <= last) add(next, next, 0);
        if (last == range_.highest && next < last) add(next, last - 1, 0);
        add(next, last, 0);
    };
    for (const auto& [value, count] : values) {
        add_gap(value - 1);
        add(value, value, count);
        less += count;
    }
    add_gap(range_.highest);
    std::vector<noise::Alike> alike;
    for (const Piece& piece : pieces) alike.push_back(piece.alike);
    const std::size_t chosen = coins.weighted(alike, numerator_, denominator_);
    return pieces[chosen].first + static_cast<Int128>(coins.below(alike[chosen].count));
}

}  // namespace scrim::statdb::noisy
