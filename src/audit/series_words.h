// What every form of the report says.
#pragma once

#include "scrim/audit.h"

#include <string>
#include <vector>

namespace scrim {

// "3 of 12 people have fewer than 2 possible values of 'disease' left after 2 releases."
std::string series_verdict(const SeriesCheckReport& report);
// What the attack is and what it takes for granted, in sentences.
std::vector<std::string> series_assumptions(const SeriesCheckReport& report);
// For whom the report is.
std::string series_warning();

}  // namespace scrim
