// A plan as bytes, with a version and a checksum.
#pragma once

#include "kernel/core/sealed_bytes.h"
#include "methods/plan/release_plan.h"

namespace scrim::planning {

constexpr Seal plan_seal{"SCRIMPLN", "plan", 1};

std::string plan_bytes(const ReleasePlan& plan);
// Refuses anything but whole, unchanged bytes of a plan.
Result<ReleasePlan> plan_of_bytes(std::string_view bytes);

}  // namespace scrim::planning
