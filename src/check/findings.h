// What the judge found, as reports show it.
#pragma once

#include "models/judge.h"
#include "scrim/check.h"

#include <vector>

namespace scrim {

ModelReport model_report(const Judgement& judgement);
// `people`: the classes were of people, not of records.
RequirementReport requirement_report(const Requirement& requirement, const Judgement& judgement, bool people = false);

}  // namespace scrim
