// Measures a recoding as a reader of the release will: levels, risks, metrics.
#pragma once

#include "release/certificate.h"

namespace scrim {

Result<Measured> measure(const Prepared& prepared, const PublishRequest& request, const RecoderSpec& recoder,
                         const Recoding& recoding, Progress& progress);

}  // namespace scrim
