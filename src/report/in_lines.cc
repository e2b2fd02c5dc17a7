#include "report/in_lines.h"

#include <algorithm>
#include <string_view>

namespace scrim::report {

std::string in_lines(const std::string& words, std::size_t indent) {
    constexpr std::size_t most = 100;
    std::string out;
    std::size_t room = most - indent;
    for (std::size_t begin = 0; begin < words.size();) {
        std::size_t end = std::min(words.find(' ', begin), words.size());
        const std::string_view word = std::string_view(words).substr(begin, end - begin);
        if (!out.empty() && word.size() + 1 > room) {
            out += "\n" + std::string(indent, ' ');
            room = most - indent;
        } else if (!out.empty()) {
            out += ' ';
            --room;
        }
        out += word;
        room -= std::min(room, word.size());
        begin = end + 1;
    }
    return out;
}

}  // namespace scrim::report
