// The half of the verb `audit` that is about views of a database.
#pragma once

#include "adapters/cli/verb.h"
#include "scrim/audit.h"

namespace scrim::cli {

struct ViewAuditOptions {
    ViewAuditRequest request;

    void add_to(CLI::App& command);
};

Result<int> run_view_audit(const ViewAuditRequest& request, const std::string& html, bool json, Session& session);

}  // namespace scrim::cli
