// The audit of one release, with tables from any source.
#pragma once

#include "methods/audit/release/audited_release.h"
#include "scrim/audit.h"

namespace scrim::audit {

// `external` is null where none was given.
Result<ReleaseAudit> audit_release_folder(const ReleaseAuditRequest& request, const verifier::OpenSource& open,
                                          TableSource* external, Progress& progress);
// The same of any tool's table; `original` is null where none was given.
Result<ReleaseAudit> audit_table(const ReleaseAuditRequest& request, std::unique_ptr<TableSource> table,
                                 TableSource* original, TableSource* external, Progress& progress);

}  // namespace scrim::audit
