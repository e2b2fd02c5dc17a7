#include "kernel/core/text.h"

#include <algorithm>
#include <numeric>

namespace scrim {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string out;
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            out += format("\\x{:02x}", byte);
        else
            out += c;
    }
    if (text.size() > most) {
        while (!is_utf8(out)) out.pop_back();  // do not cut a character in two
        out += "…";
    }
    return out;
}

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

std::string join(const std::vector<std::string>& words, std::string_view separator) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) out += separator;
        out += words[i];
    }
    return out;
}

std::string list_some(const std::vector<std::string>& words, std::size_t most) {
    std::string out;
    const std::size_t shown = std::min(words.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0) out += ", ";
        out += quoted(words[i]);
    }
    if (shown < words.size()) out += format(" and {} more", with_thousands(words.size() - shown));
    return out;
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
    std::optional<std::string> best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance && distance < candidate.size()) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    const auto found = nearest(word, candidates);
    return found ? format(", did you mean {}?", quoted(*found)) : "";
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80   ? 1
                                   : lead < 0xc2 ? 0
                                   : lead < 0xe0 ? 2
                                   : lead < 0xf0 ? 3
                                   : lead < 0xf5 ? 4
                                                 : 0;
        if (length == 0 || i + length > text.size()) return false;
        for (std::size_t j = 1; j < length; ++j)
            if ((static_cast<unsigned char>(text[i + j]) & 0xc0) != 0x80) return false;
        if (length >= 3) {
            const auto second = static_cast<unsigned char>(text[i + 1]);
            const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
            const bool outside = (lead == 0xed && second >= 0xa0) || (lead == 0xf4 && second >= 0x90);
            if (overlong || outside) return false;
        }
        i += length;
    }
    return true;
}

std::string with_thousands(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
        digits.insert(static_cast<std::size_t>(i), ",");
    return digits;
}

std::string share_text(double share) {
    if (share > 0 && share < 0.0005) return "< 0.1 %";
    if (share < 1 && share > 0.9995) return "> 99.9 %";
    return format("{:.1f} %", 100 * share);
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
    return share_text(static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1)));
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return format("{} {}", with_thousands(number), number == 1 ? one : many);
}

}  // namespace scrim
