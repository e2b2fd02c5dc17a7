// What audits found, each a document: a series' audit holds those of its releases.
#pragma once

#include "kernel/core/json.h"
#include "scrim/audit.h"

namespace scrim::report::json {

Json release_audit(const ReleaseAudit& audit);
Json series_check(const SeriesCheckReport& report);

}  // namespace scrim::report::json
