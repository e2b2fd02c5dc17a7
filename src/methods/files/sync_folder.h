// What is in a folder, on the disk.
#pragma once

#include "scrim/result.h"

#include <string>

namespace scrim::files {

// The folder's own list of names.
Result<void> sync_folder(const std::string& path);
// Every file and folder in it, and itself.
Result<void> sync_tree(const std::string& path);

}  // namespace scrim::files
