// What the judge found, as reports show it.
#pragma once

#include "models/judge.h"
#include "scrim/check.h"

#include <vector>

namespace scrim {

// One per model, in the order of the registry; a model required several times is reported as first required.
std::vector<ModelReport> model_reports(const std::vector<Judgement>& judgements);
RequirementReport requirement_report(const Requirement& requirement, const Judgement& judgement);

}  // namespace scrim
