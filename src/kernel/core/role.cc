#include "scrim/policy.h"

#include <algorithm>
#include <array>

namespace scrim {
namespace {

struct Spelling {
    std::string_view text;  // in small letters, with '_'
    Role role;
};

// The first spelling of a role is its name.
constexpr std::array spellings = {
    Spelling{"identifier", Role::identifier},
    Spelling{"quasi_identifier", Role::quasi_identifier},
    Spelling{"sensitive", Role::sensitive},
    Spelling{"insensitive", Role::insensitive},
    Spelling{"dropped", Role::dropped},
    // ARX, as its reports and its programming interface print them
    Spelling{"identifying", Role::identifier},
    Spelling{"quasi_identifying", Role::quasi_identifier},
    Spelling{"identifying_attribute", Role::identifier},
    Spelling{"quasi_identifying_attribute", Role::quasi_identifier},
    Spelling{"sensitive_attribute", Role::sensitive},
    Spelling{"insensitive_attribute", Role::insensitive},
};

char folded(char c) {
    if (c == '-') return '_';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string_view role_name(Role role) {
    return std::find_if(spellings.begin(), spellings.end(), [&](const Spelling& s) { return s.role == role; })->text;
}

std::optional<Role> parse_role(std::string_view text) {
    std::string word(text);
    std::transform(word.begin(), word.end(), word.begin(), folded);
    for (const Spelling& spelling : spellings)
        if (spelling.text == word) return spelling.role;
    return std::nullopt;
}

}  // namespace scrim
