#include "kernel/recode/synthetic/spending.h"

#include "kernel/core/text.h"
#include "kernel/models/mechanism.h"
#include "kernel/noise/budget.h"
#include "kernel/noise/concentrated.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::synthetic {
namespace {

constexpr int digits = 20, most_shift = 30;

// The greatest number of `digits` binary digits that is not above it; nothing where that is 0.
std::optional<Ratio> rounded_down(const BigRatio& amount) {
    const double size = amount.get_d();
    if (!(size > 0)) return std::nullopt;
    const int shift = std::min(most_shift, std::max(0, digits - 1 - static_cast<int>(std::floor(std::log2(size)))));
    const BigRatio scaled = amount * BigRatio(BigNatural(1) << static_cast<unsigned>(shift));
    BigNatural whole;
    mpz_fdiv_q(whole.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    if (whole == 0 || whole >= BigNatural(1) << 31u) return std::nullopt;
    return Ratio(static_cast<Int128>(whole.get_ui()), Int128{1} << shift).reduced();
}

Error too_small(const BigRatio& amount) {
    return input_error(
        format("a part of the privacy budget is {:.3g}, for which noise would be too large or none at "
               "all; spend another amount, or ask for less",
               amount.get_d()));
}

}  // namespace

Ratio CountNoise::parameter() const {
    if (const auto* laplace = std::get_if<noise::DiscreteLaplace>(&sampler_)) return laplace->rate();
    return std::get<noise::DiscreteGaussian>(sampler_).variance();
}

double CountNoise::variance() const {
    const double number = parameter().to_double();
    if (std::holds_alternative<noise::DiscreteGaussian>(sampler_)) return number;
    const double a = std::exp(-number);
    // Hardly any noise is no reason to divide by nothing.
    constexpr double least = 1e-3;
    return std::max(least, 2 * a / ((1 - a) * (1 - a)));
}

double CountNoise::expected_size() const {
    const double number = parameter().to_double();
    if (std::holds_alternative<noise::DiscreteGaussian>(sampler_)) return std::sqrt(2 / M_PI * number);
    const double a = std::exp(-number);
    return 2 * a / (1 - a * a);
}

Result<Spending> Spending::of(std::string_view method, const models::Arguments& arguments, const models::Design& asked,
                              std::uint64_t people, std::uint32_t per_person) {
    Spending made;
    PrivacyStatement& statement = made.statement_;
    statement.per_person = per_person;
    auto epsilon = arguments.ratio("epsilon"), delta = arguments.ratio("delta");
    const auto rho = arguments.ratio("rho");
    if (!epsilon && !rho) {
        if (const Ratio* wanted = models::find_number(asked, "epsilon")) epsilon = *wanted;
        if (const Ratio* wanted = models::find_number(asked, "delta"); wanted && !delta) delta = *wanted;
    }
    if (epsilon.has_value() == rho.has_value())
        return input_error(format("{}: {}; give epsilon, epsilon and delta, or rho", method,
                                  rho ? "epsilon and rho are both given" : "how much privacy it may cost is not said"));
    if (rho && delta) return input_error(format("{}: delta goes with epsilon, and rho is given", method));
    if (delta && *delta == Ratio(0)) delta.reset();
    Ratio total = rho ? *rho : *epsilon;
    if (delta) {
        SCRIM_CHECK(noise::Budget::approximate(*epsilon, *delta, people));
        total = noise::most_rho(*epsilon, *delta);
        statement.epsilon = epsilon;
        statement.delta = delta;
    }
    statement.gaussian = rho || delta;
    statement.total = total.reduced();
    made.total_ = big(total);
    return made;
}

Result<CountNoise> Spending::noise(const BigRatio& most) const {
    const auto amount = rounded_down(most);
    if (!amount) return too_small(most);
    if (!gaussian()) {
        SCRIM_TRY(const auto sampler, noise::DiscreteLaplace::make(*amount, statement_.per_person));
        return CountNoise(sampler, big(*amount));
    }
    SCRIM_TRY(const auto sampler, noise::DiscreteGaussian::make(*amount, statement_.per_person));
    return CountNoise(sampler, big(*amount));
}

Result<ChoicePrice> Spending::choice(const BigRatio& most) const {
    const BigRatio wanted = gaussian() ? BigRatio(std::sqrt(8 * most.get_d()) * (1 - 1e-12)) : most;
    const auto epsilon = rounded_down(wanted);
    if (!epsilon) return too_small(most);
    const BigRatio exact = big(*epsilon);
    return ChoicePrice{*epsilon, gaussian() ? BigRatio(exact * exact / 8) : exact};
}

models::Design Spending::design() const {
    models::Design design;
    if (statement_.epsilon) design.emplace_back("epsilon", *statement_.epsilon);
    if (!gaussian()) design.emplace_back("epsilon", statement_.total);
    if (!gaussian()) design.emplace_back("delta", Ratio(0));
    if (statement_.delta) design.emplace_back("delta", *statement_.delta);
    if (gaussian()) design.emplace_back("rho", statement_.total);
    design.emplace_back("per_person", Ratio(static_cast<Int128>(statement_.per_person)));
    return design;
}

}  // namespace scrim::recode::synthetic
