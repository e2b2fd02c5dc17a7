#include "kernel/noise/budget.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/noise/precise.h"

namespace scrim::noise {
namespace {

Result<void> positive(const Ratio& amount, std::string_view name) {
    if (amount.infinite() || amount <= Ratio(0))
        return input_error(format("{} is a number > 0, not {}", field(name), amount.to_string()));
    return {};
}

}  // namespace

Cost& Cost::operator+=(const Cost& more) {
    if (epsilon && more.epsilon)
        *epsilon += *more.epsilon;
    else
        epsilon.reset();
    rho += more.rho;
    return *this;
}

Result<Budget> Budget::pure(const Ratio& epsilon) {
    SCRIM_CHECK(positive(epsilon, "epsilon"));
    return Budget(Kind::epsilon, big(epsilon));
}

Result<Budget> Budget::concentrated(const Ratio& rho) {
    SCRIM_CHECK(positive(rho, "rho"));
    return Budget(Kind::rho, big(rho));
}

Result<Budget> Budget::approximate(const Ratio& epsilon, const Ratio& delta, std::uint64_t people) {
    SCRIM_CHECK(positive(epsilon, "epsilon"));
    SCRIM_CHECK(positive(delta, "delta"));
    if (delta >= Ratio(1, static_cast<Int128>(people)))
        return input_error(
            format("{} is {}, and has to be below 1/{}, one in all people: else a release of somebody's "
                   "record as it is would be allowed",
                   field("delta"), delta.to_string(), people));
    const Ratio rho = rho_of_epsilon(epsilon, delta);
    if (rho <= Ratio(0)) return input_error(format("{} is too small for this {}", field("epsilon"), field("delta")));
    return Budget(Kind::rho, big(rho));
}

std::optional<BigRatio> Budget::counted(const Cost& cost) const {
    if (kind_ == Kind::rho) return cost.rho;
    return cost.epsilon;
}

bool Budget::allows(const Cost& spent, const Cost& more) const {
    const auto all = counted(spent + more);
    return all && *all <= limit_;
}

std::string shown(const BigRatio& amount) {
    // Decimals, where ten of them say it.
    const BigRatio scaled = amount * BigRatio(natural(10'000'000'000u));
    if (scaled.get_den() != 1) return amount.get_str();
    std::string digits = BigNatural(scaled.get_num()).get_str();
    if (digits.size() < 11) digits.insert(0, 11 - digits.size(), '0');
    digits.insert(digits.size() - 10, ".");
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
    return digits;
}

}  // namespace scrim::noise
