// Serves until it is told to stop, and says so on the output.
#pragma once

#include "adapters/cli/verb.h"
#include "adapters/http/serve.h"

namespace scrim::cli {

Result<int> run_server(const server::ServeOptions& options, Session& session);

}  // namespace scrim::cli
