// Which Scrim this is, and a made-up hospital to try it on: 10,000 patients that never lived, always the same ones.
#pragma once

#include "scrim/progress.h"
#include "scrim/result.h"

#include <string>

namespace scrim {

std::string version_text();  // "scrim 0.1.0 (DuckDB v1.4.4)"

// Writes into `folder` (made if missing): patients.csv; naive.csv, the same without names and with coarser ages and zip
// codes; hierarchies age.csv, zip.csv, occupation.csv, diagnosis.csv; policy.yaml for both tables.
Result<void> write_demo(const std::string& folder, Progress& progress);

}  // namespace scrim
