// Maximum likelihood: with s_j classes of j records,
//
//   dL/dtheta = sum_{i<u} 1 / (theta + i alpha) - sum_{0<i<n} 1 / (theta + i)            = 0
//   dL/dalpha = sum_{i<u} i / (theta + i alpha) - sum_j s_j sum_{0<i<j} 1 / (i - alpha)  = 0.
//
// The first falls from infinity to below 0 as theta grows, so that each alpha has a theta; the second is then followed
// along these. Alone stays who is joined by none of N - 1 others: of a population of N
//
//   S = N prod_{0<i<N} (theta + alpha + i - 1) / (theta + i)
//
// are expected to be alone, which Hoshino approximates by Gamma(theta + 1) / Gamma(theta + alpha) N^alpha for N far
// above theta. theta = 1, alpha = 1/2, N = 2: S = 2 * 1.5 / 2 = 1.5.
#include "kernel/risk/pitman.h"

#include <cmath>

namespace scrim::risk {
namespace {

// 1 / x + 1 / (x + 1) + … of `terms` terms: psi(x + terms) - psi(x), by its asymptotic series where x is large.
double harmonic(double x, double terms) {
    double sum = 0;
    for (; terms > 0 && x < 16; ++x, --terms) sum += 1 / x;
    if (terms <= 0) return sum;
    const auto tail = [](double y) {
        const double z = 1 / (y * y);
        return 1 / (2 * y) + z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z / 240)));
    };
    return sum + std::log1p(terms / x) + tail(x) - tail(x + terms);
}

// Both derivatives as differences of what has to be equal.
class Likelihood {
public:
    explicit Likelihood(const ClassSizes& sizes)
        : sizes_(sizes), u_(static_cast<double>(sizes.count())), n_(static_cast<double>(sizes.members())) {}

    // theta by t = theta + alpha, which is above 0.
    double begun(double t, double alpha) const {
        return alpha > 0 ? harmonic(t / alpha, u_ - 1) / alpha : (u_ - 1) / t;
    }
    double all(double t, double alpha) const { return harmonic(t - alpha + 1, n_ - 1); }
    double theta_plus_alpha(double alpha) const {
        double low = -300, high = std::log(n_) * 2 + 10;  // of log t
        for (int i = 0; i < 200; ++i) {
            const double middle = (low + high) / 2, t = std::exp(middle);
            (begun(t, alpha) > all(t, alpha) ? low : high) = middle;
        }
        return std::exp(low);
    }
    // Along the best thetas.
    double weighted(double t, double alpha) const {
        return alpha > 0 ? (u_ - 1 - (t - alpha) * begun(t, alpha)) / alpha : u_ * (u_ - 1) / 2 / t;
    }
    double joined(double alpha) const {
        double sum = 0;
        for (const auto& [size, many] : sizes_.classes)
            sum += static_cast<double>(many) * harmonic(1 - alpha, static_cast<double>(size - 1));
        return sum;
    }
    bool rises(double alpha) const { return weighted(theta_plus_alpha(alpha), alpha) > joined(alpha); }
    bool solved(double t, double alpha) const {
        const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-6 * (std::abs(a) + std::abs(b)); };
        return near(begun(t, alpha), all(t, alpha)) && (alpha == 0 || near(weighted(t, alpha), joined(alpha)));
    }

private:
    const ClassSizes& sizes_;
    double u_, n_;
};

constexpr double least = 1e-5;  // below, alpha is taken for 0

// The alpha where the likelihood is greatest, if it is greatest in one place below 1.
std::optional<double> best_alpha(const Likelihood& likelihood) {
    constexpr int steps = 64;
    constexpr double greatest = 1 - 1e-9;
    const auto at = [](int i) { return least + (greatest - least) * i / steps; };
    std::optional<double> best;
    if (!likelihood.rises(at(0))) best = 0;
    bool rose = !best;
    for (int i = 1; i <= steps; ++i) {
        const bool rises = likelihood.rises(at(i));
        if (rose && !rises) {
            if (best) return std::nullopt;
            double low = at(i - 1), high = at(i);
            for (int halved = 0; halved < 60; ++halved) {
                const double middle = (low + high) / 2;
                (likelihood.rises(middle) ? low : high) = middle;
            }
            best = low;
        }
        rose = rises;
    }
    return rose ? std::nullopt : best;
}

}  // namespace

double Pitman::expected_uniques(double people) const {
    // log of the product; the gammas of two large numbers that lie near each other, by Stirling's series
    const auto stirling = [](double y) { return 1 / (12 * y) - 1 / (360 * y * y * y); };
    const double a = theta + alpha, b = theta + 1;
    double log_product = 0, i = 0;
    for (; i < people - 1 && a + i < 1000; ++i) log_product += std::log((a + i) / (b + i));
    const double terms = people - 1 - i, x = a + i, y = b + i;
    if (terms > 0) {
        // lgamma(x + terms) - lgamma(y + terms) + lgamma(y) - lgamma(x), y - x = 1 - alpha
        const auto apart = [&](double from, double to) {
            return (from - 0.5) * std::log1p((from - to) / to) + (from - to) * std::log(to) - (from - to) +
                   stirling(from) - stirling(to);
        };
        log_product += apart(x + terms, y + terms) - apart(x, y);
    }
    return people * std::exp(log_product);
}

std::optional<Pitman> fit_pitman(const ClassSizes& sizes) {
    if (sizes.count() < 2 || sizes.count() == sizes.members()) return std::nullopt;
    const Likelihood likelihood(sizes);
    const auto alpha = best_alpha(likelihood);
    if (!alpha) return std::nullopt;
    const double t = likelihood.theta_plus_alpha(*alpha);
    if (!likelihood.solved(t, *alpha)) return std::nullopt;
    return Pitman{t - *alpha, *alpha};
}

UniquesEstimate estimate_pitman(const ClassSizes& sizes) {
    const auto none = [](const char* reason) { return UniquesEstimate{.name = "pitman", .reason = reason}; };
    if (sizes.members() >= sizes.population) return none("everybody is in the sample");
    if (sizes.of_size(1) == 0) return none("nobody is alone in the sample");
    if (sizes.count() == sizes.members()) return none("everybody is alone in the sample");
    const auto law = fit_pitman(sizes);
    if (!law) return none("its likelihood is not greatest in one place");
    return {.name = "pitman",
            .uniques = law->expected_uniques(static_cast<double>(sizes.population)),
            .parameters = {{"theta", law->theta}, {"alpha", law->alpha}}};
}

}  // namespace scrim::risk
