// What the judge found, as reports show it.
#pragma once

#include "kernel/models/judge.h"
#include "scrim/check.h"

#include <vector>

namespace scrim::checking {

ModelReport model_report(const models::Judgment& judgment);
// `people`: the classes were of people, not of records.
RequirementReport requirement_report(const Requirement& requirement, const models::Judgment& judgment,
                                     bool people = false);

}  // namespace scrim::checking
