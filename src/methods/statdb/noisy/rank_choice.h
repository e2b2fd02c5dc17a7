// RankChoice: a value near a rank, by the exponential mechanism over every number of a stated range.
//
// The p-quantile of n values has at most p·n of them below it and at most (1 - p)·n above, p = a/b. Each number y of
// the range, whether anybody has it or not, covers the ranks from b·#{x < y} - a·n to b·#{x <= y} - a·n, those of the
// lowest and of the highest going on without end, so that every rank is covered; the quantile covers 0. The loss of y
// is how far its ranks lie from the target. One record moves every rank by at most max(a, b - a), and so each loss; a
// person's records by so much each. y is chosen with a chance in proportion to exp(-epsilon · loss / (2 · most)), most
// being what a person may change: epsilon-differentially private (McSherry, Talwar, FOCS 2007; for quantiles Smith,
// "Privacy- preserving statistical estimation with optimal convergence rates", STOC 2011). The records of a person in
// several groups add up to no more.
//
// Some number has no loss, so the loss is at most reach() but for a stated chance, whatever the data are. With the
// target reach() + 1 below 0, the number chosen is then no greater than any quantile: an end of an interval.
//
//   SCRIM_TRY(const RankChoice median, RankChoice::make(Ratio(1, 2), epsilon, 1, {0, 120}));
//   median.aimed(-median.reach(Ratio(1, 40)) - 1).draw(values, coins);       // below the median, but for 1 in 40
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/noise/coins.h"
#include "methods/statdb/noisy/exact_sums.h"
#include "scrim/result.h"

#include <cstdint>

namespace scrim::statdb::noisy {

class RankChoice {
public:
    // 0 <= quantile <= 1; a choice among the numbers of `range`, in which values outside are taken as its ends.
    static Result<RankChoice> make(const Ratio& quantile, const Ratio& epsilon, std::uint32_t most_records,
                                   const Clip& range);
    // The same with another target than 0.
    RankChoice aimed(Int128 target) const;

    Int128 draw(const ValueCounts& values, noise::Coins& coins) const;
    // The loss is more with at most this chance.
    Int128 reach(const Ratio& chance) const;
    Int128 target() const { return target_; }
    // epsilon / (2 · most)
    Ratio rate() const { return {static_cast<Int128>(numerator_), static_cast<Int128>(denominator_)}; }

private:
    RankChoice(const Ratio& quantile, const Clip& range, Uint128 numerator, Uint128 denominator)
        : quantile_(quantile), range_(range), numerator_(numerator), denominator_(denominator) {}
    std::uint64_t candidates() const { return static_cast<std::uint64_t>(range_.highest - range_.lowest) + 1; }

    Ratio quantile_;  // in lowest terms
    Clip range_;
    Uint128 numerator_, denominator_;
    Int128 target_ = 0;
};

}  // namespace scrim::statdb::noisy
