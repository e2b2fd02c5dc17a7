// epsilon-distinctness: every class holds values of at least lambda categories, at least tau
// different ones of each category that it holds, and no value twice; epsilon is lambda · tau.
// Categories are the nodes at `level` of the sensitive attribute's hierarchy. Levels: the number of
// categories, and the values of the one that has the fewest; both are 0 where a value occurs twice.
//
// Q. Wei, Y. Lu, L. Zou, epsilon-Inclusion, J. Zhejiang Univ. Sci. A 9(8), 2008, definition 7.
//
// Example: flu, asthma (lungs), ulcer, gastritis (stomach), eczema (skin): lambda = 3 and tau = 1.
#include "kernel/models/epsilon_distinctness.h"

#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

#include <algorithm>

namespace scrim::models {
namespace {

class EpsilonDistinctness : public Model {
public:
    EpsilonDistinctness(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), level_(arguments().whole("level").value()) {}

    Levels measure(const ClassView& view) const override {
        if (view.values.size() != view.size || view.values.empty()) return {Ratio(0), Ratio(0)};
        const hierarchy::Hierarchy& hierarchy = *view.sensitive->hierarchy;
        const auto level = static_cast<std::uint32_t>(std::min<std::uint64_t>(level_, hierarchy.height()));
        // Values ascend, and a category is a run of them.
        std::uint64_t categories = 0, here = 0, fewest = UINT64_MAX;
        Span category{0, 0};
        for (const ValueCount& bar : view.values) {
            if (!category.contains(bar.value)) {
                if (categories++ > 0) fewest = std::min(fewest, here);
                category = hierarchy.at_level(bar.value, level).span;
                here = 0;
            }
            ++here;
        }
        return {Ratio(categories), Ratio(std::min(fewest, here))};
    }
    std::optional<BeliefBound> belief_bound() const override {
        const auto lambda = arguments().whole("lambda"), tau = arguments().whole("tau");
        if (!lambda) return std::nullopt;
        return BeliefBound{.most = Ratio(1, static_cast<Int128>(*lambda) * static_cast<Int128>(tau.value_or(1)))};
    }

private:
    std::uint64_t level_;
};

}  // namespace

const ModelSpec& epsilon_distinctness_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "epsilon_distinctness",
         .title = "epsilon-distinctness",
         .citation = "Q. Wei, Y. Lu, L. Zou: epsilon-Inclusion: Privacy Preserving Re-publication of Dynamic Datasets. "
                     "J. Zhejiang Univ. Sci. A 9(8), 2008",
         .promise = "A class has values of lambda categories or more, tau or more different ones of each, and no value "
                    "twice: an attacker who knows in which class a person is believes each value with a probability of "
                    "at most 1/(lambda tau).",
         .limits = "A category that has more values than the others is likelier than 1/lambda. Promises nothing about "
                   "several releases of the same people; epsilon-inclusion (scrim republish) does.",
         .parameters = {models::parameters::given_count(
                            "level", "level of the sensitive hierarchy whose nodes are the categories", "1"),
                        models::parameters::least_count("lambda",
                                                        "categories in the worst class (0 where a value occurs twice)"),
                        models::parameters::least_count(
                            "tau", "different values of the category that has the fewest, in the worst class")},
         .traits = {.one_value_each = true, .needs_sensitive = true, .needs_hierarchy = true}},
        make_model<EpsilonDistinctness>};
    return spec;
}

Requirement require_epsilon_distinctness(std::uint32_t level, std::uint32_t lambda, std::uint32_t tau) {
    return {epsilon_distinctness_model().name,
            {{"level", {{std::to_string(level)}}},
             {"lambda", {{std::to_string(lambda)}}},
             {"tau", {{std::to_string(tau)}}}}};
}

}  // namespace scrim::models
