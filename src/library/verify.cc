#include "scrim/verify.h"

#include "kernel/core/field.h"
#include "library/open_table.h"
#include "methods/verify/seen_part.h"
#include "methods/verify/series.h"
#include "methods/verify/verify_folder.h"

#include <memory>
#include <utility>

namespace scrim {

Result<VerifyReport> verify(const VerifyRequest& request, Progress& progress) {
    if (verifier::is_series(request.folder)) return verifier::verify_series(request, library::open_table, progress);
    if (request.public_only) return input_error(field("public") + " is about a series, and this folder is none");
    return verifier::verify_folder(request, library::open_table, progress);
}

Result<SeenFile> SeenFile::of(const std::string& folder, const std::string& name, Progress& progress) {
    SCRIM_TRY(verifier::SeenPart part, verifier::see_part(folder, name, library::open_table, progress));
    return SeenFile(std::make_shared<const verifier::SeenPart>(std::move(part)));
}

std::string SeenFile::serialize() const { return verifier::part_bytes(*part_); }

Result<SeenFile> SeenFile::parse(std::string_view bytes) {
    SCRIM_TRY(verifier::SeenPart part, verifier::part_of_bytes(bytes));
    return SeenFile(std::make_shared<const verifier::SeenPart>(std::move(part)));
}

}  // namespace scrim
