// How deep JSON nests, before anybody builds something from it: parsers and those who walk over what they made call
// themselves once for each level, and the stack ends.
//
//   if (nests_too_deeply(text)) …
//
//   JsonDepth depth;                         // of bytes that come in pieces
//   while (count = read(buffer)) if (!depth.take(buffer.first(count))) …
//
// Lines of a file may be documents of their own, and a text that is not JSON may be given: what is taken for deep then
// is never less deep than what a parser of any line, or of all, would enter.
#pragma once

#include "kernel/core/json.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace scrim {

inline constexpr std::size_t json_depth_limit = 100;

class JsonDepth {
public:
    // False once there are more than json_depth_limit levels.
    bool take(std::span<const char> bytes);

private:
    std::size_t depth_ = 0;
    bool text_ = false, escaped_ = false;
};

bool nests_too_deeply(std::string_view json);

// Nothing throws: discarded where it is no JSON, or nests too deeply.
Json parse_json(std::string_view text);

}  // namespace scrim
