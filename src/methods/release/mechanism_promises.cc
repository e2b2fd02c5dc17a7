#include "methods/release/mechanism_promises.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/check/findings.h"

#include <algorithm>

namespace scrim::release {

bool is_of_mechanism(const Requirement& requirement) {
    const models::ModelSpec* model = models::find_model(requirement.model);
    return model && model->traits.of_mechanism;
}

Result<std::vector<OfMechanism>> required_of_mechanism(const Policy& policy) {
    std::vector<OfMechanism> required;
    for (const Requirement& requirement : policy.require) {
        if (!is_of_mechanism(requirement)) continue;
        SCRIM_CHECK(validate(requirement));
        SCRIM_TRY(std::unique_ptr<models::Model> model, models::make_model(requirement));
        required.push_back({requirement, std::move(model)});
    }
    return required;
}

models::Design serving(const std::vector<OfMechanism>& required) {
    for (const OfMechanism& one : required) {
        auto design = one.model->least_design();
        if (design && std::all_of(required.begin(), required.end(), [&](const OfMechanism& other) {
                return models::judge_mechanism(*other.model, *design).verdict() == models::Verdict::holds;
            }))
            return *std::move(design);
    }
    return {};
}

Result<std::vector<RequirementReport>> judge_mechanism(const std::vector<OfMechanism>& required,
                                                       const models::Design& design) {
    std::vector<RequirementReport> reports;
    for (const OfMechanism& one : required) {
        RequirementReport report =
            checking::requirement_report(one.requirement, models::judge_mechanism(*one.model, design));
        if (report.undecided) return input_error(format("{}: {}", report.requirement, report.reason));
        if (!report.holds) {
            std::vector<std::string> reached;
            for (const LevelReport& level : report.levels)
                reached.push_back(format("{} = {:.4g}", level.parameter, level.level.value));
            return input_error(
                format("{} is required, and the chances given reach {}; leave them out, so that they "
                       "follow from what is required",
                       report.requirement, join(reached, ", ")));
        }
        reports.push_back(std::move(report));
    }
    return reports;
}

}  // namespace scrim::release
