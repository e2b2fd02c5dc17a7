// How bytes of histograms and evidence begin; those of plans are in methods/plan/plan_file.h.
#pragma once

#include "kernel/core/sealed_bytes.h"

namespace scrim::library {

constexpr Seal histogram_seal{"SCRIMHST", "histogram", 1};
constexpr Seal evidence_seal{"SCRIMEVD", "evidence", 1};

}  // namespace scrim::library
