// What .help says.
#pragma once

#include <string_view>

namespace scrim::cli {

std::string_view sql_help();

// The dot commands, as a message lists them.
std::string_view dot_commands();

}  // namespace scrim::cli
