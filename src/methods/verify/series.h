// Verification of a series: every release, all of them together and, for the owner, the history behind the last one.
//
// It shares no code with what makes releases.
#pragma once

#include "methods/verify/released_data.h"
#include "scrim/verify.h"

namespace scrim::verifier {

// A folder with `public` and `owner`, or the public part alone.
bool is_series(const std::string& folder);

Result<VerifyReport> verify_series(const VerifyRequest& request, const OpenSource& open, Progress& progress);

// A release and the history that was written for it, before both are recorded. `before` is the folder of the history
// before, "" for none. An Error when a claim fails.
Result<void> verify_step(const std::string& release, const std::string& history, const std::string& before,
                         const OpenSource& open, Progress& progress);

}  // namespace scrim::verifier
