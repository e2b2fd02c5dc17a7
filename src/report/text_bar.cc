#include "report/text_bar.h"

#include <cmath>

namespace scrim::report {

std::string text_bar(double share) {
    static constexpr const char* partial[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto eighths = static_cast<int>(std::ceil(24.0 * 8.0 * share));
    std::string blocks;
    for (int i = 0; i < eighths / 8; ++i) blocks += "█";
    return blocks + partial[eighths % 8];
}

}  // namespace scrim::report
