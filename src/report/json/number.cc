#include "report/json/number.h"

#include <cmath>
#include <cstdlib>

namespace scrim::report::json {

Json number(const Exact& exact, bool whole) {
    Json json{{"value", nullptr}};
    if (std::isfinite(exact.value))
        json["value"] = whole ? Json(static_cast<std::uint64_t>(exact.value)) : Json(exact.value);
    if (!exact.exact.empty()) json["exact"] = exact.exact;
    return json;
}

Json fraction(const std::string& exact) {
    const std::size_t bar = exact.find('/');
    const long double above = std::strtold(exact.c_str(), nullptr);
    const long double below = bar == std::string::npos ? 1 : std::strtold(exact.c_str() + bar + 1, nullptr);
    return number({static_cast<double>(above / below), exact});
}

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace scrim::report::json
