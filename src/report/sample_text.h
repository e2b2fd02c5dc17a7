// The risk in a sample, population uniques, and SUDA scores, as parts of a check's report; "" where they were not
// measured.
#pragma once

#include "scrim/check.h"

#include <string>

namespace scrim::report {

std::string sample_table(const CheckReport& report);
std::string uniques_table(const CheckReport& report);
std::string suda_table(const CheckReport& report);

}  // namespace scrim::report
