// The risk in a sample, as a part of a check's report; "" where it was not measured.
#pragma once

#include "scrim/check.h"

#include <string>

namespace scrim::report {

std::string sample_table(const CheckReport& report);

}  // namespace scrim::report
