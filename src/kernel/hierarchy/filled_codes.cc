#include "kernel/hierarchy/filled_codes.h"

#include "kernel/hierarchy/build.h"

#include <algorithm>
#include <string_view>

namespace scrim::hierarchy {
namespace {

// The characters that may stand at a place: those of the class that all values have there, or their only one.
std::string alphabet_at(const std::vector<std::string>& values, std::size_t place) {
    for (const std::string_view known : {"0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"})
        if (std::all_of(values.begin(), values.end(),
                        [&](const std::string& value) { return known.find(value[place]) != std::string_view::npos; }))
            return std::string(known);
    const char only = values.front()[place];
    const bool same = std::all_of(values.begin(), values.end(), [&](const std::string& v) { return v[place] == only; });
    return same && static_cast<unsigned char>(only) < 0x80 && only != '*' ? std::string(1, only) : std::string();
}

// The code after this one; false after the last.
bool step(std::string& code, const std::vector<std::string>& alphabets) {
    for (std::size_t place = code.size(); place-- > 0;) {
        const std::size_t at = alphabets[place].find(code[place]) + 1;
        if (at < alphabets[place].size()) {
            code[place] = alphabets[place][at];
            return true;
        }
        code[place] = alphabets[place].front();
    }
    return false;
}

}  // namespace

void fill_codes(std::vector<std::string>& values, std::size_t kept) {
    const std::size_t length = values.front().size();
    if (std::any_of(values.begin(), values.end(), [&](const std::string& v) { return v.size() != length; })) return;
    std::vector<std::string> alphabets;
    for (std::size_t place = 0; place < length; ++place) {
        alphabets.push_back(alphabet_at(values, place));
        if (alphabets.back().empty()) return;
    }
    // Bytes are ordered as the alphabets are, so the first and the last value have the first and the last prefix.
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    std::string code = smallest->substr(0, kept), last = largest->substr(0, kept);
    for (std::size_t place = kept; place < length; ++place) {
        code += alphabets[place].front();
        last += alphabets[place].back();
    }
    std::vector<std::string> filled{code};
    while (code != last && filled.size() <= most_filled_leaves && step(code, alphabets)) filled.push_back(code);
    if (filled.size() <= most_filled_leaves) values = std::move(filled);
}

}  // namespace scrim::hierarchy
