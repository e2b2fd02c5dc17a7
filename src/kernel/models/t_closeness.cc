// t-closeness with the distance that suits the attribute: along its hierarchy if it has one, else
// along its order if it has one (numbers and dates), else equal. The level of a class is that of
// the model chosen: t_closeness_hierarchical, t_closeness_ordered or t_closeness_equal.
//
// N. Li, T. Li, S. Venkatasubramanian, t-Closeness, ICDE 2007.
//
// Example: salaries of 3k, 4k, …, 11k, one of each. The class 3k, 4k, 5k reaches 3/8, along the
// order; as text, without an order, it would be 2/3.
#include "kernel/models/closeness.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class TCloseness : public Model {
public:
    TCloseness(const ModelInfo& info, Arguments given) : Model(info, std::move(given)) {
        for (const ModelSpec* distance :
             {&t_closeness_hierarchical_model(), &t_closeness_ordered_model(), &t_closeness_equal_model()})
            distances_.push_back(
                *distance->make(*distance, *Arguments::make(distance->name, distance->parameters, {})));
    }

    Levels measure(const ClassView& view) const override { return suiting(*view.sensitive).measure(view); }
    bool may_hold_without(const ClassView& view, std::uint64_t spare) const override {
        if (suiting(*view.sensitive).info().traits.needs_order && !ranks_stay_without(*view.sensitive, spare))
            return true;
        return may_be_close_without(measure(view)[0], arguments().ratio("t"), view, spare);
    }

private:
    const Model& suiting(const Sensitive& attribute) const {
        for (const auto& distance : distances_) {
            const Traits& traits = distance->info().traits;
            if (traits.needs_hierarchy && !attribute.hierarchy) continue;
            if (traits.needs_order && !attribute.ordered) continue;
            return *distance;
        }
        return *distances_.back();
    }

    std::vector<std::unique_ptr<Model>> distances_;  // the last suits every attribute
};

}  // namespace

const ModelSpec& t_closeness_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "t_closeness",
         .title = "t-closeness, the distance that suits",
         .citation = "N. Li, T. Li, S. Venkatasubramanian: t-Closeness: Privacy Beyond k-Anonymity and l-Diversity. "
                     "ICDE 2007",
         .promise = "An attacker who learns in which class a person is changes the belief about the sensitive value "
                    "by t at most: the distribution of each class lies within t of the whole table's (earth mover's "
                    "distance along the attribute's hierarchy, or its order, or with all values equally far apart).",
         .limits = "Bounds the distance as a whole, not per value: a rare value may still become many times more "
                   "likely (beta-likeness, delta-disclosure bound that). Assumes that the distribution in the whole "
                   "table may be known." +
                   models::parameters::which_table(),
         .parameters = {models::parameters::most_share("t", "distance from the whole table, in the worst class"),
                        models::parameters::given_against()},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true, .uses_structure = true}},
        make_model<TCloseness>};
    return spec;
}

}  // namespace scrim::models
