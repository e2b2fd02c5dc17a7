// SHA-256, as sha256sum prints it: anyone can check a file without us.
#pragma once

#include "scrim/result.h"

#include <string>
#include <string_view>

namespace scrim {

std::string sha256(std::string_view bytes);
Result<std::string> sha256_of_file(const std::string& path);

}  // namespace scrim
