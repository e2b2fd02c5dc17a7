// t-closeness with the distance that suits the attribute: along its hierarchy if it has one, else along its order if it
// has one, else equal.
#include "models/model.h"
#include "models/parameters.h"

namespace scrim {
namespace {

class TCloseness : public Model {
public:
    TCloseness(const ModelInfo& info, Arguments given) : Model(info, std::move(given)) {
        for (const char* name : {"t_closeness_hierarchical", "t_closeness_ordered", "t_closeness_equal"})
            distances_.push_back(*make_model(Requirement{name, {}}));
    }

    Levels measure(const ClassView& view) const override {
        for (const auto& distance : distances_) {
            const Traits& traits = distance->info().traits;
            if (traits.needs_hierarchy && !view.sensitive->hierarchy) continue;
            if (traits.needs_order && !view.sensitive->ordered) continue;
            return distance->measure(view);
        }
        return {};
    }

private:
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
                   "table may be known.",
         .parameters = {most_share("t", "distance from the whole table, in the worst class")},
         .traits = {.monotone = true, .against_overall = true, .needs_sensitive = true, .uses_structure = true}},
        make_model<TCloseness>};
    return spec;
}

}  // namespace scrim
