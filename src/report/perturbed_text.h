// What `publish` tells of a perturbed release.
#pragma once

#include "scrim/publish.h"

#include <string>

namespace scrim::report {

std::string perturbed_text(const PublishReport& report);

}  // namespace scrim::report
