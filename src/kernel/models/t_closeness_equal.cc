// t-closeness, equal distance: the distribution q of the sensitive values of every class lies
// within t of the distribution p of the whole table. The level of a class is the sum of q - p over
// the values that it holds more often than the table does, which is half the sum of all |q - p|:
// the earth mover's distance with every two values at distance 1.
//
// N. Li, T. Li, S. Venkatasubramanian, t-Closeness, ICDE 2007.
//
// Example: flu, flu, cold, HIV in a table with flu 2, cold 3, HIV 3: 2/4 - 2/8 = 1/4.
#include "kernel/models/closeness.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class TClosenessEqual : public Model {
public:
    using Model::Model;

    // What the class has too much of each value must move by distance 1. Values it lacks have no excess.
    Levels measure(const ClassView& view) const override {
        const ValueHistogram& overall = view.sensitive->overall;
        const Int128 size = view.size, total = overall.total();
        Int128 excess = 0;
        for (const ValueCount& bar : view.values) {
            const Int128 difference = bar.count * total - overall[bar.value] * size;
            if (difference > 0) excess += difference;
        }
        return {Ratio(excess, size * total)};
    }
    bool may_hold_without(const ClassView& view, std::uint64_t spare) const override {
        return may_be_close_without(measure(view)[0], arguments().ratio("t"), view, spare);
    }
    // Half the sum of all differences bounds each of them.
    std::optional<BeliefBound> belief_bound() const override {
        const auto t = arguments().ratio("t");
        if (!t) return std::nullopt;
        return BeliefBound{.most = *t, .of_move = true};
    }
};

}  // namespace

const ModelSpec& t_closeness_equal_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "t_closeness_equal",
         .title = "t-closeness, equal distance",
         .citation = "N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond k-Anonymity and l-Diversity. "
                     "ICDE 2007",
         .promise = "An attacker who learns in which class a person is changes the belief about the sensitive value "
                    "by t at most: the distribution of each class lies within t of the whole table's (earth mover's "
                    "distance, all values equally far apart).",
         .limits = "Bounds the distance as a whole, not per value: a rare value may still become many times more "
                   "likely (beta-likeness, delta-disclosure bound that). Assumes that the distribution in the whole "
                   "table may be known. Does not know which values are similar; the ordered and the hierarchical "
                   "distance do." +
                   models::parameters::which_table(),
         .parameters = {models::parameters::most_share("t", "distance from the whole table, in the worst class"),
                        models::parameters::given_against()},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true}},
        make_model<TClosenessEqual>};
    return spec;
}

}  // namespace scrim::models
