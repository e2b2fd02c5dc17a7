#include "adapters/postgres/like_pattern.h"

#include <cstddef>

namespace scrim::postgres {
namespace {

// Bytes of the UTF-8 character at the beginning.
std::size_t first_character(std::string_view text) {
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) ++bytes;
    return bytes;
}

}  // namespace

// Only the last % can be widened: what stood before it has matched as early as it can.
bool is_like(std::string_view text, std::string_view pattern) {
    std::size_t t = 0, p = 0, retry_text = 0, retry_pattern = std::string_view::npos;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '%') {
            retry_pattern = ++p;
            retry_text = t;
            continue;
        }
        if (p < pattern.size() && pattern[p] == '_') {
            t += first_character(text.substr(t));
            ++p;
            continue;
        }
        const std::size_t literal = p + (p + 1 < pattern.size() && pattern[p] == '\\' ? 1 : 0);
        if (literal < pattern.size() && pattern[literal] == text[t]) {
            p = literal + 1;
            ++t;
            continue;
        }
        if (retry_pattern == std::string_view::npos) return false;
        retry_text += first_character(text.substr(retry_text));
        t = retry_text;
        p = retry_pattern;
    }
    while (p < pattern.size() && pattern[p] == '%') ++p;
    return p == pattern.size();
}

}  // namespace scrim::postgres
