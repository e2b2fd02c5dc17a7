// What a series looks like over time, for recipients: only numbers that its releases show anyway.
#pragma once

#include "methods/republish/series_rules.h"

#include <string>
#include <vector>

namespace scrim::report {

std::string series_html(const republication::SeriesRules& rules, const std::vector<SeriesRelease>& releases);

}  // namespace scrim::report
