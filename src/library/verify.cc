#include "scrim/verify.h"

#include "adapters/duckdb/files/source.h"
#include "kernel/core/field.h"
#include "methods/verify/series.h"
#include "methods/verify/verify_folder.h"

namespace scrim {

Result<VerifyReport> verify(const VerifyRequest& request, Progress& progress) {
    if (verifier::is_series(request.folder)) return verifier::verify_series(request, engine::open_source, progress);
    if (request.public_only) return input_error(field("public") + " is about a series, and this folder is none");
    return verifier::verify_folder(request, engine::open_source, progress);
}

}  // namespace scrim
