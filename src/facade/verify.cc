#include "scrim/verify.h"

#include "engine/source.h"
#include "verify/verify_folder.h"

namespace scrim {

Result<VerifyReport> verify(const VerifyRequest& request, Progress& progress) {
    return verify_folder(request, open_source, progress);
}

}  // namespace scrim
