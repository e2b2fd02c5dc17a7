#include "kernel/models/mechanism.h"

#include <algorithm>

namespace scrim::models {

const Ratio* find_number(const Design& design, std::string_view name) {
    const auto found =
        std::find_if(design.begin(), design.end(), [&](const auto& known) { return known.first == name; });
    return found == design.end() ? nullptr : &found->second;
}

Judgment judge_mechanism(const Model& model, const Design& design) {
    Judgment judgment;
    judgment.model = &model;
    judgment.decides = true;
    const std::optional<Levels> levels = model.measure_design(design);
    if (!levels) {
        judgment.not_applicable = "needs numbers of the mechanism that this one does not state";
        return judgment;
    }
    Finding finding;
    for (std::size_t i = 0; i < measured_parameters(model.info()).size(); ++i)
        finding.worst.push_back({(*levels)[i], {}, 0});
    finding.verdict = verdict(model.meets(*levels));
    judgment.findings.push_back(std::move(finding));
    return judgment;
}

bool bounds_belief(const Model& model, const Design& design) {
    const std::optional<Levels> levels = model.measure_design(design);
    return levels && model.meets(*levels);
}

}  // namespace scrim::models
