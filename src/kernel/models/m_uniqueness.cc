// m-uniqueness: every class has at least m records, and no two of them hold the same sensitive
// value. The level of a class is its size where it holds as many different values as records, else
// 0.
//
// X. Xiao, Y. Tao, m-Invariance, SIGMOD 2007: what m-invariance asks of each release by itself.
//
// Example: flu, cold, HIV reach m = 3; flu, cold, HIV, flu reach 0.
#include "kernel/models/m_uniqueness.h"

#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class MUniqueness : public Model {
public:
    using Model::Model;

    Levels measure(const ClassView& view) const override {
        return {Ratio(view.values.size() == view.size ? view.size : 0)};
    }
    std::optional<BeliefBound> belief_bound() const override {
        const auto m = arguments().whole("m");
        if (!m) return std::nullopt;
        return BeliefBound{.most = Ratio(1, static_cast<Int128>(*m))};
    }
};

}  // namespace

const ModelSpec& m_uniqueness_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "m_uniqueness",
         .title = "m-uniqueness",
         .citation = "X. Xiao, Y. Tao: m-Invariance: Towards Privacy Preserving Re-publication of Dynamic Datasets. "
                     "SIGMOD 2007",
         .promise = "A class has m records or more, and no sensitive value twice: an attacker who knows in which class "
                    "a person is believes each of its values with a probability of at most 1/m.",
         .limits = "Promises nothing about several releases of the same people; m-invariance (scrim republish) does. "
                   "Knows nothing of values that mean the same.",
         .parameters = {models::parameters::least_count(
             "m",
             "records in the smallest class, all with different sensitive values (0 where "
             "a value occurs twice)")},
         .traits = {.one_value_each = true, .needs_sensitive = true}},
        make_model<MUniqueness>};
    return spec;
}

Requirement require_m_uniqueness(std::uint32_t m) {
    return {m_uniqueness_model().name, {{"m", {{std::to_string(m)}}}}};
}

std::optional<std::uint64_t> required_uniqueness(const Requirement& requirement) {
    if (requirement.model != m_uniqueness_model().name) return std::nullopt;
    const auto model = make_model(requirement);
    return model ? (*model)->arguments().whole("m") : std::nullopt;
}

}  // namespace scrim::models
