#include "adapters/cli/memory_size.h"

#include <cctype>
#include <charconv>

namespace scrim::cli {

Result<std::size_t> parse_memory_size(const std::string& text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string unit;
    for (const char* c = end; c != text.data() + text.size(); ++c)
        if (*c != ' ') unit += static_cast<char>(std::toupper(static_cast<unsigned char>(*c)));
    std::size_t factor = 0;
    if (unit.empty() || unit == "B") factor = 1;
    if (unit == "KB" || unit == "K") factor = 1'000;
    if (unit == "MB" || unit == "M") factor = 1'000'000;
    if (unit == "GB" || unit == "G") factor = 1'000'000'000;
    std::size_t bytes = 0;
    if (error != std::errc() || factor == 0 || __builtin_mul_overflow(number, factor, &bytes) || bytes < 64'000'000)
        return input_error("a memory size such as 512MB or 4GB is accepted, 64MB at least, not '" + text + "'");
    return bytes;
}

}  // namespace scrim::cli
