// A folder's files as values, and back: a series' history that is kept elsewhere between two releases.
#pragma once

#include "methods/sync/warehouse.h"
#include "scrim/result.h"

#include <string>

namespace scrim::syncing {

Result<Files> read_files(const std::string& folder);
// Into a folder of the user's alone; refuses paths that lead out of it.
Result<void> write_files(const Files& files, const std::string& folder);

}  // namespace scrim::syncing
