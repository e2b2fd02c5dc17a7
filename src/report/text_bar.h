// A bar of at most 24 characters, in eighths of one; something is always seen of something.
#pragma once

#include <string>

namespace scrim::report {

std::string text_bar(double share);

}  // namespace scrim::report
