#include "report/aligned.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::report {
namespace {

std::size_t characters_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()), 0);
        for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], characters_of(line[i]));
    }
    std::string text;
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            text += line[i];
            if (i + 1 < line.size()) text += std::string(widths[i] - characters_of(line[i]) + 2, ' ');
        }
        text += '\n';
    }
    return text;
}

std::string between(const StatBound& lower, const StatBound& upper) {
    if (lower.shown == upper.shown) return format("exactly {}", lower.shown);
    return format("between {} and {}", lower.shown, upper.shown);
}

std::string group_label(const std::optional<std::string>& label) {
    return !label ? "NULL" : *label == "NULL" ? quoted(*label) : printable(*label);
}

}  // namespace scrim::report
