// Whether a release under this policy is verified with the table that it was made of.
#pragma once

#include "scrim/policy.h"

namespace scrim::release {

bool needs_original(const Policy& policy);

}  // namespace scrim::release
