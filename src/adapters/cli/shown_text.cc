#include "adapters/cli/shown_text.h"

#include <locale.h>
#include <wchar.h>

#include <cstdint>
#include <cstdio>

namespace scrim::cli {
namespace {

// wcwidth asks the thread's locale, which may know of ASCII only.
class Utf8Locale {
public:
    Utf8Locale() : before_(locale() ? ::uselocale(locale()) : nullptr) {}
    ~Utf8Locale() {
        if (before_) ::uselocale(before_);
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;

    // -1 for what is not printed.
    int width(char32_t c) const { return before_ ? ::wcwidth(static_cast<wchar_t>(c)) : 1; }

private:
    static locale_t locale() {
        static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return utf8;
    }
    locale_t before_;
};

// Separators, marks and overrides that change how the text around them is shown.
bool is_formatting(char32_t c) {
    return (c >= 0x80 && c < 0xa0) || c == 0x61c || c == 0x200b || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

char32_t code_point(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(character[i]); };
    char32_t code = byte(0);
    if (character.size() > 1) code &= 0x7fu >> character.size();
    for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3f);
    return code;
}

void add_escape(ShownText& shown, const char* form, unsigned value) {
    char escape[16];
    const int length = std::snprintf(escape, sizeof escape, form, value);
    shown.text.append(escape, static_cast<std::size_t>(length));
    shown.width += static_cast<std::size_t>(length);
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                               : first >= 0xe0 && first < 0xf0 ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // Longer than needed, a surrogate, or beyond the last.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) || (first == 0xf0 && byte(1) < 0x90) ||
        (first == 0xf4 && byte(1) >= 0x90))
        return 0;
    return length;
}

ShownText shown(std::string_view text) {
    const Utf8Locale locale;
    ShownText result;
    result.text.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view character = text.substr(0, length ? length : 1);
        text.remove_prefix(character.size());
        const auto byte = static_cast<std::uint8_t>(character.front());
        if (length == 0 || byte < 0x20 || byte == 0x7f) {
            add_escape(result, "\\x%02x", byte);
        } else if (length == 1) {
            result.text += character;
            ++result.width;
        } else {
            const char32_t code = code_point(character);
            const int width = is_formatting(code) ? -1 : locale.width(code);
            if (width < 0) {
                add_escape(result, "\\u%04x", static_cast<unsigned>(code));
            } else {
                result.text += character;
                result.width += static_cast<std::size_t>(width);
            }
        }
    }
    return result;
}

}  // namespace scrim::cli
