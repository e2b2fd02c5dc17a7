// A plan as bytes, with a version and a checksum.
#pragma once

#include "methods/plan/release_plan.h"

namespace scrim::planning {

std::string plan_bytes(const ReleasePlan& plan);
// Refuses anything but whole, unchanged bytes of a plan.
Result<ReleasePlan> plan_of_bytes(std::string_view bytes);

}  // namespace scrim::planning
