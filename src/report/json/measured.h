// What was measured of a table: the levels of models and requirements, metrics, and whom exact columns single out.
#pragma once

#include "kernel/core/json.h"
#include "scrim/check.h"

#include <vector>

namespace scrim::report::json {

// By parameter, each a number: {"k": {"value": 5, "exact": "5", "worst_class": …}}. "strict" is there and true where
// the level itself is not reached, only anything worse.
Json levels(const std::vector<LevelReport>& levels);
// Parameters that were chosen, by name: a number, a text, a list, or a list of lists.
Json arguments(const std::vector<Requirement::Argument>& given);
// {"reached": levels, "given": arguments, "sensitive": …}, the last two where there are any.
void add_levels(Json& json, const std::vector<LevelReport>& reached, const std::vector<Requirement::Argument>& given);
Json requirements(const std::vector<RequirementReport>& requirements);
// By name.
Json metrics(const std::vector<MetricReport>& metrics);
Json exact_columns(const ExactReport& report);

}  // namespace scrim::report::json
