// What every form of the report says.
#pragma once

#include "scrim/audit.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::report {

// "3 of 12 people have fewer than 2 possible values of 'disease' left after 2 releases."
std::string series_verdict(const SeriesCheckReport& report);
// What the attack is and what it takes for granted, in sentences.
std::vector<std::string> series_assumptions(const SeriesCheckReport& report);
// "Ben", or "Ben (releases 2 to 3)" of somebody whose value changed.
std::string exposed_name(const ExposedPerson& exposed);
// Why the report is for the owner only.
inline constexpr std::string_view series_warning = "this report names people and tells what they may have.";

// A release by its file's name, or by its folder's where the file is called data or qit, as ours are.
std::string release_name(const std::string& path);

}  // namespace scrim::report
