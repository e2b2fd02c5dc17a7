// Requests as a program in another language writes them: the keys of a JSON object are the fields of the struct. What
// is missing, or of another kind, is told by Fields::done().
#pragma once

#include "library/calls/fields.h"
#include "scrim/audit.h"
#include "scrim/check.h"
#include "scrim/publish.h"
#include "scrim/query.h"
#include "scrim/republish.h"
#include "scrim/statdb.h"
#include "scrim/sync.h"
#include "scrim/verify.h"

namespace scrim::calls {

// The policy, and models that must hold besides its own.
void take_policy(Fields& fields, Policy& policy);

CheckRequest check_request(Fields& fields);
PublishRequest publish_request(Fields& fields);
VerifyRequest verify_request(Fields& fields);
QueryRequest query_request(Fields& fields);
RepublishRequest republish_request(Fields& fields);
SyncRequest sync_request(Fields& fields);
StatBuildRequest stat_build_request(Fields& fields);
ReleaseAuditRequest release_audit_request(Fields& fields);
SeriesAuditRequest series_audit_request(Fields& fields);
SeriesCheckRequest series_check_request(Fields& fields);
ViewAuditRequest view_audit_request(Fields& fields);

}  // namespace scrim::calls
