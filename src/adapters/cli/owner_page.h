// A page for the owner's eyes: a file that others cannot read.
#pragma once

#include "scrim/result.h"

#include <string>

namespace scrim::cli {

Result<void> write_owner_page(const std::string& path, const std::string& page);

}  // namespace scrim::cli
