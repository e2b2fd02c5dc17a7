// Sets of values as people write them: {a, b, "c, d"}.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::hierarchy {

struct SetMember {
    std::string label;
    bool quoted = false;  // a value, whatever it looks like
};

// The members of a set; nothing for other labels. A member is quoted where it holds a comma, a bracket or a quote.
std::optional<std::vector<SetMember>> read_set(std::string_view label);

}  // namespace scrim::hierarchy
