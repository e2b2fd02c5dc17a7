// Sentences in lines that a terminal shows whole.
#pragma once

#include <cstddef>
#include <string>

namespace scrim::report {

// Words in lines of at most 100 characters, of which the first begins after `indent` and the others with so many
// blanks.
std::string in_lines(const std::string& words, std::size_t indent);

}  // namespace scrim::report
