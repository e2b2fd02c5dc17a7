// The verification itself, with tables from any source. It shares no code with what makes releases.
#pragma once

#include "scrim/verify.h"
#include "verify/released_data.h"

namespace scrim {

// Nothing is thrown, whatever the folder holds.
Result<VerifyReport> verify_folder(const VerifyRequest& request, const OpenSource& open, Progress& progress);

}  // namespace scrim
