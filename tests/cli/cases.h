// All cases of tests/cases, and what a run's JSON must hold.
#pragma once

#include "kernel/core/json.h"
#include "tests/cli/case_file.h"

#include <string>
#include <vector>

namespace scrim::testing {

struct Cases {
    std::vector<CaseRun> runs;
    std::vector<std::string> mistakes;  // of the case files themselves
};

const Cases& all_cases();
void expect_json(const Json& json, const JsonExpectation& expected);

}  // namespace scrim::testing
