// t-closeness, ordered distance: the earth mover's distance between the sensitive values of every
// class and those of the whole table is at most t. Two values are as far apart as their ranks among
// the n values that occur in the table, over n - 1. The level is the sum over these values of the
// difference of the two cumulative distributions, over n - 1; with NULLs see measure().
//
// N. Li, T. Li, S. Venkatasubramanian, t-Closeness, ICDE 2007.
//
// Example: salaries of 3k, 4k, …, 11k, one of each. The class 3k, 4k, 5k reaches 3/8 = 0.375, the
// class 6k, 8k, 11k reaches 1/6 = 0.167, as in the paper.
#include "kernel/models/closeness.h"
#include "kernel/models/model.h"
#include "kernel/models/numbers.h"
#include "kernel/models/parameters.h"

#include <algorithm>

namespace scrim::models {
namespace {

// A class against its table, NULL left out.
struct Numbers {
    const Sensitive& attribute;
    Uint128 size;   // records of the class
    Uint128 total;  // records of the table

    // The sum of |size · below(v + 1) - total · held| over the values v in [first, last) that occur in the table, for
    // a class that holds `held` records up to each of these values. The first term grows with v, so the sign changes
    // once.
    Uint128 run(Code first, Code last, std::uint64_t held) const {
        const Uint128 class_side = total * held;
        Code middle = first;
        for (Code width = last - first; width > 0;) {
            const Code half = width / 2;
            if (size * attribute.overall.below(middle + half + 1) < class_side) {
                middle += half + 1;
                width -= half + 1;
            } else {
                width = half;
            }
        }
        return class_side * occurring(first, middle) - size * sums(first, middle) + size * sums(middle, last) -
               class_side * occurring(middle, last);
    }

private:
    Code occurring(Code first, Code last) const { return attribute.occurring[last] - attribute.occurring[first]; }
    std::uint64_t sums(Code first, Code last) const {
        return attribute.ordered_sums[last] - attribute.ordered_sums[first];
    }
};

class TClosenessOrdered : public Model {
public:
    using Model::Model;

    // Without NULL the distance is the sum over all values of the absolute difference of the two cumulative
    // distributions, over the number of values less 1. Between two values of the class its cumulative distribution is
    // constant, so that a class costs one step per value it holds.
    //
    // NULL is at distance 1 from everything. The cost is that of one way to move: first the class's numbers to the
    // shape of the table's numbers, then the surplus between numbers and NULL. It is never less than the cheapest
    // way, is convex in the class (so merging stays safe), and is the exact distance whenever class and table hold
    // NULL equally often.
    Levels measure(const ClassView& view) const override {
        const Sensitive& attribute = *view.sensitive;
        const auto values = numbers_of(view);
        const Uint128 all = attribute.overall.total(), nulls = attribute.nulls();
        const Uint128 class_nulls = view.values.size() > values.size() ? view.values.back().count : 0;
        const Numbers numbers{attribute, view.size - class_nulls, all - nulls};

        Uint128 moved = 0;
        Code first = 0;
        std::uint64_t held = 0;
        for (const ValueCount& bar : values) {
            moved += numbers.run(first, bar.value, held);
            first = bar.value;
            held += bar.count;
        }
        const Code end = attribute.domain->values();
        moved += numbers.run(first, end, held);

        // moved / (steps · size · numbers.total) + |nulls / all - class_nulls / size|, at most 1.
        const Uint128 steps = std::max<Code>(attribute.occurring[end], 2) - 1;
        const Uint128 a = nulls * view.size, b = class_nulls * all;
        const Uint128 surplus = a > b ? a - b : b - a;  // / (all · size)
        if (surplus == 0) return {Ratio(moved, steps * view.size * std::max<Uint128>(numbers.total, 1))};
        return {sum(moved, steps * std::max<Uint128>(numbers.total, 1), surplus, all, view.size)};
    }
    bool may_hold_without(const ClassView& view, std::uint64_t spare) const override {
        return !ranks_stay_without(*view.sensitive, spare) ||
               may_be_close_without(measure(view)[0], arguments().ratio("t"), view, spare);
    }

private:
    // (a / b + c / d) / size, at most 1; also 1 when it does not fit.
    static Ratio sum(Uint128 a, Uint128 b, Uint128 c, Uint128 d, Uint128 size) {
        Int128 left = 0, right = 0, numerator = 0, denominator = 0;
        if (__builtin_mul_overflow(a, d, &left) || __builtin_mul_overflow(c, b, &right) ||
            __builtin_add_overflow(left, right, &numerator) || __builtin_mul_overflow(b * d, size, &denominator))
            return Ratio(1);
        return numerator > denominator ? Ratio(1) : Ratio(numerator, denominator);
    }
};

}  // namespace

const ModelSpec& t_closeness_ordered_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "t_closeness_ordered",
         .title = "t-closeness, ordered distance",
         .citation = "N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond k-Anonymity and l-Diversity. "
                     "ICDE 2007",
         .promise = "An attacker who learns in which class a person is changes the belief about the sensitive value "
                    "by t at most: the distribution of each class lies within t of the whole table's (earth mover's "
                    "distance, values as far apart as their ranks among those that occur in the table).",
         .limits = "Bounds the distance as a whole, not per value: a rare value may still become many times more "
                   "likely (beta-likeness, delta-disclosure bound that). Assumes that the distribution in the whole "
                   "table may be known. Ranks, not amounts: 3,000 and 3,001 are as far apart as 3,000 and 9,000 if "
                   "nothing lies between. NULL has no rank: it is at distance 1 from every value." +
                   models::parameters::which_table(),
         .parameters = {models::parameters::most_share("t", "distance from the whole table, in the worst class"),
                        models::parameters::given_against()},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true, .needs_order = true}},
        make_model<TClosenessOrdered>};
    return spec;
}

}  // namespace scrim::models
