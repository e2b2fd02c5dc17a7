// Texts and names as SQL writes them.
#pragma once

#include <string>
#include <string_view>

namespace scrim::engine {

// A string constant of SQL.
std::string sql_text(std::string_view text);
// A name of SQL.
std::string sql_name(std::string_view name);

}  // namespace scrim::engine
