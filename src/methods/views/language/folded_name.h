// Letter case of names and keywords. The engine takes names that differ only in it for the same.
#pragma once

#include <string>
#include <string_view>

namespace scrim::views {

// In small letters; other than ASCII letters stay.
inline std::string folded(std::string_view name) {
    std::string out(name);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// In capitals.
inline std::string shouted(std::string_view word) {
    std::string out(word);
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
}

}  // namespace scrim::views
