#include "scrim/verify.h"

#include "engine/source.h"
#include "verify/series.h"
#include "verify/verify_folder.h"

namespace scrim {

Result<VerifyReport> verify(const VerifyRequest& request, Progress& progress) {
    if (is_series(request.folder)) return verify_series(request, open_source, progress);
    if (request.public_only) return input_error("--public is about a series, and this folder is none");
    return verify_folder(request, open_source, progress);
}

}  // namespace scrim
