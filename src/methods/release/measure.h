// Measures a recoding as a reader of the release will: levels, risks, metrics.
#pragma once

#include "methods/release/certificate.h"
#include "methods/release/dealing.h"

namespace scrim::release {

// Whom the columns that are printed as they are single out in a recoding that generalizes.
ExactReport exact_report(const Dealing& dealing, const Policy& policy);

Result<Measured> measure(const Dealing& dealing, const PublishRequest& request, const recode::RecoderSpec& recoder,
                         Progress& progress);

}  // namespace scrim::release
