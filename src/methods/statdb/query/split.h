// A text of several queries, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scrim::statdb::query {

// Queries end with ';' or, where no query does, with the line. Nothing within quotes or comments ends one; pieces
// without any words are left out.
std::vector<std::string> split_queries(std::string_view text);

}  // namespace scrim::statdb::query
