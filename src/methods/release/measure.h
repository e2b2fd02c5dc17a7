// Measures a recoding as a reader of the release will: levels, risks, metrics.
#pragma once

#include "methods/release/certificate.h"

namespace scrim::release {

Result<Measured> measure(const Prepared& prepared, const PublishRequest& request, const recode::RecoderSpec& recoder,
                         const recode::Recoding& recoding, Progress& progress);

}  // namespace scrim::release
