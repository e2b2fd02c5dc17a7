// What the models that a release promises imply for beliefs, beside what beliefs it really allows.
#pragma once

#include "methods/audit/release/audited_release.h"
#include "scrim/audit.h"

namespace scrim::audit {

std::vector<ImpliedBound> implied_bounds(const AuditedRelease& release);

}  // namespace scrim::audit
