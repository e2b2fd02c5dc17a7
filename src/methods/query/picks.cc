#include "methods/query/picks.h"

#include <algorithm>

namespace scrim::querying {

// The lower ends as they are, or the upper ends with their signs changed: each bound is then a least one.
struct Picks::Side {
    bool upper = false;

    Int128 value(const Item& item) const { return upper ? -item.high : item.low; }
    Int128 other(const Item& item) const { return upper ? -item.low : item.high; }
    bool open(const Item& item) const { return upper ? item.open_high : item.open_low; }
    bool other_open(const Item& item) const { return upper ? item.open_low : item.open_high; }
    Ratio ratio(Int128 numerator, Int128 denominator) const { return {upper ? -numerator : numerator, denominator}; }
};

// The items that make value * denominator - numerator least, added up.
struct Picks::Chosen {
    Int128 sum = 0, count = 0;
    bool unbounded = false, too_large = false;

    struct Offer {
        Int128 gain = 0, value = 0;
        std::uint64_t times = 0;
        bool counts = false, open = false;
    };

    Chosen(const Picks& picks, Side side, Int128 numerator, Int128 denominator) {
        for (const Pick& pick : picks.picks_) {
            if (pick.most == 0) continue;
            offers.clear();
            for (const Item& item : picks.items_of(pick)) offer(item, side, numerator, denominator);
            if (offers.size() > 1)
                std::sort(offers.begin(), offers.end(),
                          [](const Offer& a, const Offer& b) { return a.open != b.open ? a.open : a.gain < b.gain; });
            take(pick);
        }
    }

private:
    void offer(const Item& item, Side side, Int128 numerator, Int128 denominator) {
        Offer made{0, 0, item.times, false, false};
        if (!item.lacks) {
            made.open = side.open(item);
            made.value = side.value(item);
            too_large |= __builtin_mul_overflow(made.value, denominator, &made.gain);
            too_large |= __builtin_sub_overflow(made.gain, numerator, &made.gain);
            // Who may be without a value is, where that is less.
            made.counts = made.open || !item.may_lack || made.gain < 0;
            if (!made.counts) made.gain = 0;
        }
        offers.push_back(made);
    }

    void take(const Pick& pick) {
        std::uint64_t taken = 0;
        for (const Offer& offer : offers) {
            const bool gains = offer.open || offer.gain < 0;
            const std::uint64_t wanted = gains ? pick.most : pick.least;
            if (taken >= wanted) {
                if (!gains) break;
                continue;
            }
            const std::uint64_t times = std::min(offer.times, wanted - taken);
            taken += times;
            unbounded |= offer.open;
            if (!offer.counts) continue;
            Int128 added;
            too_large |= __builtin_mul_overflow(offer.value, Int128{times}, &added);
            too_large |= __builtin_add_overflow(sum, added, &sum);
            count += times;
        }
    }

    std::vector<Offer> offers;
};

void Picks::add(std::uint64_t least, std::uint64_t most, std::span<const Item> items) {
    if (most == 0) return;
    picks_.push_back({items_.size(), items_.size() + items.size(), least, most});
    items_.insert(items_.end(), items.begin(), items.end());
}

Range Picks::count() const {
    Int128 least = 0, most = 0;
    for (const Pick& pick : picks_) {
        least += pick.least;
        most += pick.most;
    }
    return {Ratio(least), Ratio(most), false, false, false};
}

Range Picks::empty_or(const std::function<void(Range&)>& fill) const {
    Range range;
    range.may_be_nothing = true;
    range.nothing = true;
    for (const Pick& pick : picks_) {
        std::uint64_t without = 0;
        for (const Item& item : items_of(pick)) {
            if (item.lacks || item.may_lack) without += item.times;
            range.nothing &= item.lacks;
        }
        range.may_be_nothing &= pick.least <= without;
    }
    if (range.nothing)
        range.may_be_nothing = false;
    else
        fill(range);
    if (range.too_large) range.lower = range.upper = std::nullopt;
    return range;
}

std::optional<Int128> Picks::least_value(Side side) const {
    std::optional<Int128> least;
    for (const Item& item : items_)
        if (!item.lacks) least = std::min(least.value_or(side.value(item)), side.value(item));
    return least;
}

Range Picks::sum(Int128 scale) const {
    return empty_or([&](Range& range) {
        for (const Side side : {Side{false}, Side{true}}) {
            const Chosen chosen(*this, side, 0, 1);
            range.too_large |= chosen.too_large;
            if (chosen.unbounded) continue;
            // Nothing at all adds up to nothing: of a sum that there is, one value is in it.
            const Int128 sum = chosen.count > 0 ? chosen.sum : *least_value(side);
            (side.upper ? range.upper : range.lower) = side.ratio(sum, scale);
        }
    });
}

// The choice that makes the mean least makes the sum of (value - mean) least: improve the mean until it stays
// (Dinkelbach, On nonlinear fractional programming, 1967). The largest value is no smaller than the least mean.
Range Picks::avg(Int128 scale) const {
    return empty_or([&](Range& range) {
        for (const Side side : {Side{false}, Side{true}}) {
            std::optional<Int128> greatest;
            bool unbounded = false;
            for (const Pick& pick : picks_)
                for (const Item& item : items_of(pick)) {
                    if (item.lacks) continue;
                    unbounded |= side.open(item);
                    greatest = std::max(greatest.value_or(side.value(item)), side.value(item));
                }
            if (unbounded) continue;
            Int128 numerator = *greatest, denominator = 1;
            while (true) {
                const Chosen chosen(*this, side, numerator, denominator);
                Int128 left, right;
                range.too_large |= chosen.too_large || __builtin_mul_overflow(chosen.sum, denominator, &left) ||
                                   __builtin_mul_overflow(numerator, chosen.count, &right);
                if (range.too_large || left >= right) break;
                const Int128 common = greatest_common_divisor(chosen.sum, chosen.count);
                numerator = chosen.sum / common;
                denominator = chosen.count / common;
            }
            range.too_large |= __builtin_mul_overflow(denominator, scale, &denominator);
            (side.upper ? range.upper : range.lower) = side.ratio(numerator, denominator);
        }
    });
}

Range Picks::min(Int128 scale) const {
    return empty_or([&](Range& range) {
        // The least value of all that may be in.
        const bool open =
            std::any_of(items_.begin(), items_.end(), [](const Item& item) { return !item.lacks && item.open_low; });
        if (!open) range.lower = Ratio(*least_value(Side{false}), scale);
        // As few as must be in, the greatest of them: the least of those is the greatest that MIN can be.
        std::optional<Int128> forced, any;
        bool is_forced = false, any_open = false;
        for (const Pick& pick : picks_) {
            std::vector<const Item*> items;
            std::uint64_t without = 0;
            for (const Item& item : items_of(pick)) {
                if (item.lacks || item.may_lack) without += item.times;
                if (item.lacks) continue;
                any_open |= item.open_high;
                any = std::max(any.value_or(item.high), item.high);
                if (!item.may_lack) items.push_back(&item);
            }
            if (pick.least <= without) continue;
            is_forced = true;
            std::sort(items.begin(), items.end(), [](const Item* a, const Item* b) {
                return a->open_high != b->open_high ? a->open_high : a->high > b->high;
            });
            std::uint64_t wanted = pick.least - without;
            for (const Item* item : items) {
                if (item->times >= wanted) {
                    if (!item->open_high) forced = std::min(forced.value_or(item->high), item->high);
                    break;
                }
                wanted -= item->times;
            }
        }
        if (is_forced && forced) range.upper = Ratio(*forced, scale);
        if (!is_forced && !any_open) range.upper = Ratio(*any, scale);
    });
}

Range Picks::max(Int128 scale) const {
    Picks mirrored;
    mirrored.picks_ = picks_;
    for (Item item : items_) {
        std::swap(item.low, item.high);
        std::swap(item.open_low, item.open_high);
        item.low = -item.low;
        item.high = -item.high;
        mirrored.items_.push_back(item);
    }
    const Range range = mirrored.min(scale);
    const auto negated = [](const std::optional<Ratio>& end) -> std::optional<Ratio> {
        if (!end) return std::nullopt;
        return Ratio(-end->numerator(), end->denominator());
    };
    return {negated(range.upper), negated(range.lower), range.nothing, range.may_be_nothing, range.too_large};
}

}  // namespace scrim::querying
