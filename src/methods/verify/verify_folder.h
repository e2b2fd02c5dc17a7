// The verification itself, with tables from any source. It shares no code with what makes releases.
#pragma once

#include "methods/verify/released_data.h"
#include "scrim/verify.h"

namespace scrim::verifier {

// Nothing is thrown, whatever the folder holds.
Result<VerifyReport> verify_folder(const VerifyRequest& request, const OpenSource& open, Progress& progress);

}  // namespace scrim::verifier
