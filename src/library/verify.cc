#include "scrim/verify.h"

#include "kernel/core/field.h"
#include "library/open_table.h"
#include "methods/verify/series.h"
#include "methods/verify/verify_folder.h"

namespace scrim {

Result<VerifyReport> verify(const VerifyRequest& request, Progress& progress) {
    if (verifier::is_series(request.folder)) return verifier::verify_series(request, library::open_table, progress);
    if (request.public_only) return input_error(field("public") + " is about a series, and this folder is none");
    return verifier::verify_folder(request, library::open_table, progress);
}

}  // namespace scrim
