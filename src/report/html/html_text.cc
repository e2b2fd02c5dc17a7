#include "report/html/html_text.h"

#include "kernel/core/text.h"
#include "scrim/result.h"

#include <algorithm>
#include <cmath>

namespace scrim::report::html {
namespace {

// Bytes of the character that `text` starts with; 0 when it is no UTF-8.
std::size_t character(std::string_view text) {
    for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length)
        if (is_utf8(text.substr(0, length))) return length;
    return 0;
}

// Embeddings, overrides and isolates (U+202A … U+202E, U+2066 … U+2069), line separators (U+2028, U+2029), C1 controls
// and the two code points that no XML may hold.
bool is_hidden(std::string_view character) {
    if (character.size() == 2) return character[0] == '\xc2' && static_cast<unsigned char>(character[1]) < 0xa0;
    if (character.size() != 3) return false;
    const auto last = static_cast<unsigned char>(character[2]);
    const std::string_view lead = character.substr(0, 2);
    return (lead == "\xe2\x80" && last >= 0xa8 && last <= 0xae) ||
           (lead == "\xe2\x81" && last >= 0xa6 && last <= 0xa9) || (lead == "\xef\xbf" && last >= 0xbe);
}

std::string escaped_character(std::string_view character) {
    const auto byte = static_cast<unsigned char>(character[0]);
    if (byte < 0x20 || byte == 0x7f) return format("\\x{:02x}", byte);
    switch (byte) {
        case '&': return "&amp;";
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '"': return "&quot;";
        case '\'': return "&#39;";
        default: return is_hidden(character) ? "�" : std::string(character);
    }
}

// About how wide a character is, in usual letters.
double letter_width(std::string_view character) {
    const char c = character[0];
    if (character.size() > 1) return character.size() > 2 ? 2 : 1.2;
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return 4;  // escaped
    if (std::string_view("WMmw@%").find(c) != std::string_view::npos) return 1.9;
    if (std::string_view("iljtfrI .,:;'|!()[]/-").find(c) != std::string_view::npos) return 0.6;
    return c >= 'A' && c <= 'Z' ? 1.3 : 1.1;
}

// `digits` decimals without zeros at the end.
std::string trimmed(double value, int digits) {
    std::string text = format("{:.{}f}", value, digits);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string number(double value, bool trim) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    const double size = std::abs(value);
    if (trim && size > 0 && size < 0.00005) return format("{:.2g}", value);
    if (size >= 1e15) return format("{:.4g}", value);
    if (!trim && size < 10) return format("{}{:.4f}", value < 0 ? "−" : "", size);
    std::string text = trimmed(size, size < 10 ? 4 : size < 1000 ? 2 : 1);
    const std::size_t whole = std::min(text.find('.'), text.size());
    text = with_thousands(std::stoull(text.substr(0, whole))) + text.substr(whole);
    return value < 0 ? "−" + text : text;
}

}  // namespace

std::string escaped(std::string_view text, std::size_t most) {
    std::string out;
    for (std::size_t shown = 0; !text.empty(); ++shown) {
        if (shown == most) return out + "…";
        const std::size_t length = character(text);
        out += length == 0 ? "�" : escaped_character(text.substr(0, length));
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

std::string code(std::string_view text, std::size_t most) {
    std::string out = "<code>";
    for (const char c : escaped(text, most)) {
        out += c;
        if (c == '_' || c == '(' || c == ',' || c == '/') out += "<wbr />";
    }
    return out + "</code>";
}

std::string prose(std::string_view text) {
    std::string out = escaped(worded(text, Wording::command_line), SIZE_MAX);
    constexpr std::string_view apostrophe = "&#39;";
    for (std::size_t at = out.find(apostrophe); at != std::string::npos; at = out.find(apostrophe, at))
        out.replace(at, apostrophe.size(), "’");
    return out;
}

std::string name(std::string_view text) {
    constexpr std::size_t narrow = 16, longest = 48;
    return text.size() <= narrow ? escaped(text) : format("<span class=\"name\">{}</span>", escaped(text, longest));
}

std::string drawn(std::string_view text, double most) {
    double width = 0;
    std::size_t characters = 0;
    for (std::string_view rest = text; !rest.empty(); ++characters) {
        const std::size_t length = std::max<std::size_t>(character(rest), 1);
        width += letter_width(rest.substr(0, length));
        if (width > most) return escaped(text, characters);
        rest.remove_prefix(length);
    }
    return escaped(text, SIZE_MAX);
}

double part(std::uint64_t some, std::uint64_t all) {
    return static_cast<double>(some) / static_cast<double>(std::max<std::uint64_t>(all, 1));
}

std::string percent(double share) {
    if (!std::isfinite(share)) return "–";
    const double hundredths = 100 * share;
    if (hundredths > 0 && hundredths < 0.01) return "&lt; 0.01 %";
    if (hundredths < 100 && hundredths > 99.9) return "&gt; 99.9 %";
    return trimmed(hundredths, hundredths < 1 ? 2 : 1) + " %";
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "–" : percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string decimal(double value) { return number(value, true); }
std::string aligned(double value) { return number(value, false); }

std::string chance(const Exact& risk) {
    if (risk.exact == "1") return "1 in 1 (100 %)";
    constexpr std::size_t longest = 20;  // in 64 bits
    if (!risk.exact.starts_with("1/") || risk.exact.size() > longest) return percent(risk.value);
    return format("1 in {} ({})", with_thousands(std::stoull(risk.exact.substr(2))), percent(risk.value));
}

std::string file_name(const std::string& path) {
    const std::size_t folder = path.find_last_of("/\\");
    const std::string name = folder == std::string::npos ? path : path.substr(folder + 1);
    return name.empty() ? "a table" : name;
}

}  // namespace scrim::report::html
