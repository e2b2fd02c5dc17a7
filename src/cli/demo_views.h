// The demonstration's database: its patients, behind an anonymization view.
#pragma once

#include "cli/verb.h"

namespace scrim::cli {

// Makes `folder`/hospital.db anew from the demonstration's files.
Result<std::string> make_demo_database(const std::string& folder, Session& session);

}  // namespace scrim::cli
