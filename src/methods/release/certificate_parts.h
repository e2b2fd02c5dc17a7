// What certificates of all forms have in common.
#pragma once

#include "methods/release/certificate.h"

#include <vector>

namespace scrim::release {

// One requirement and what was reached. `by_class`: the release tells how many people are in each class.
Json promise_json(const models::Model& model, const RequirementReport& report, bool people, bool by_class);
Json risks_json(const RiskReport& risks);
// Columns that are printed as they are, and whom they single out.
Json exact_json(const ExactReport& report);
Json files_json(const std::vector<CertifiedFile>& files);

}  // namespace scrim::release
