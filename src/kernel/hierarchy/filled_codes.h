// All codes of one shape: 88512 and 88631 are of five digits, K1A of a letter, a digit and a letter.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace scrim::hierarchy {

// Where all values, in the order of their bytes, have one shape, adds all others of it from the first prefix of `kept`
// characters to the last, while these are few enough (most_filled_leaves). The values keep that order.
void fill_codes(std::vector<std::string>& values, std::size_t kept);

}  // namespace scrim::hierarchy
