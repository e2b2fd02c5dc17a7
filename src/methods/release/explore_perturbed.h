// One perturbing method of explore: made, measured and compared with the original, and written nowhere.
#pragma once

#include "methods/check/compared_tables.h"
#include "methods/release/perturbed_release.h"
#include "methods/release/prepare.h"

namespace scrim::release {

// What is blank in the report does not apply: loss is about spans; classes and risk are told where the method makes
// records equal and models are required of them. What cannot be compared is said in `notes`.
Result<TrialReport> explore_perturbed(TableSource& table, const PublishRequest& request, const Chosen& chosen,
                                      const Material& original, const checking::WorkloadReader& workload,
                                      std::vector<std::string>& notes, Random& random, Progress& progress);

}  // namespace scrim::release
