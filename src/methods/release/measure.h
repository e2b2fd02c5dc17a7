// Measures a recoding as a reader of the release will: levels, risks, metrics.
#pragma once

#include "methods/release/certificate.h"

namespace scrim::release {

// Whom the columns that are printed as they are single out in a recoding that generalizes.
ExactReport exact_report(const Prepared& prepared, const recode::Recoding& recoding, const Policy& policy);

Result<Measured> measure(const Prepared& prepared, const PublishRequest& request, const recode::RecoderSpec& recoder,
                         const recode::Recoding& recoding, Progress& progress);

}  // namespace scrim::release
