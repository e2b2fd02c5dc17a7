#include "methods/verify/same_number.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <cmath>

namespace scrim::verifier {

bool nearly_equal(double a, double b, double share) {
    return a == b || std::abs(a - b) <= share * std::max(std::abs(a), std::abs(b));
}

bool same_number(const ClaimedNumber& claimed, const Exact& found) {
    if (claimed.exact != found.exact || claimed.value.has_value() != std::isfinite(found.value)) return false;
    return !claimed.value || nearly_equal(*claimed.value, found.value, 1e-12);
}

std::string number_text(const ClaimedNumber& claimed) {
    const std::string decimal = claimed.value ? format("{}", *claimed.value) : "infinity";
    if (claimed.exact.empty() || claimed.exact == decimal) return decimal;
    return format("{} = {}", printable(claimed.exact), decimal);
}

std::string number_text(const Exact& found) {
    ClaimedNumber number;
    if (std::isfinite(found.value)) number.value = found.value;
    number.exact = found.exact;
    return number_text(number);
}

}  // namespace scrim::verifier
