// The audit of one release, with tables from any source.
#pragma once

#include "audit/release/audited_release.h"
#include "scrim/audit.h"

namespace scrim {

// `external` is null where none was given.
Result<ReleaseAudit> audit_release_folder(const ReleaseAuditRequest& request, const OpenSource& open,
                                          TableSource* external, Progress& progress);

}  // namespace scrim
