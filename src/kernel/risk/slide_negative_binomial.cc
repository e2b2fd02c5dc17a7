// Each of the K classes' records is in the sample with probability pi. With d = (1 - pi)(1 - beta), expected are
//
//   s_1 = K pi (beta / (1 - d))^alpha (1 + alpha d / (1 - d))
//   s_2 = K pi^2 / 2 alpha (1 - beta) beta^alpha (2 - (1 - alpha) d) / (1 - d)^(alpha + 2)
//
// classes of one and of two records. Their ratio lets each beta have one alpha, the positive root of a quadratic
// equation, for the ratio grows with alpha; what is left is one equation in beta, of which all roots are looked for. No
// first guess is needed, and where nothing solves the equations, that is seen.
#include "kernel/risk/slide_negative_binomial.h"

#include <cmath>

namespace scrim::risk {
namespace {

struct Equations {
    double classes, fraction, ones, twos;

    // By x = log(beta / (1 - beta)).
    SlideNegativeBinomial at(double x) const {
        const double beta = 1 / (1 + std::exp(-x)), rest = 1 / (1 + std::exp(x)), d = (1 - fraction) * rest;
        const double c = 2 * twos / ones / (fraction * rest) * (1 - d);
        // d alpha^2 + b alpha = c (1 - d)
        const double b = 2 - d - c * d, root = std::sqrt(b * b + 4 * d * c * (1 - d));
        return {b > 0 ? 2 * c * (1 - d) / (b + root) : (root - b) / (2 * d), beta};
    }
    double expected_ones(const SlideNegativeBinomial& law, double x) const {
        const double d = (1 - fraction) / (1 + std::exp(x));
        return classes * fraction * std::exp(law.alpha * (-std::log1p(std::exp(-x)) - std::log1p(-d))) *
               (1 + law.alpha * d / (1 - d));
    }
    double expected_twos(const SlideNegativeBinomial& law, double x) const {
        const double rest = 1 / (1 + std::exp(x)), d = (1 - fraction) * rest, pi = fraction, a = law.alpha;
        return classes * pi * pi / 2 * a * rest *
               std::exp(a * (-std::log1p(std::exp(-x)) - std::log1p(-d)) - 2 * std::log1p(-d)) * (2 - (1 - a) * d);
    }
    double surplus(double x) const { return expected_ones(at(x), x) - ones; }
    bool solved(double x) const {
        const SlideNegativeBinomial law = at(x);
        const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-6 * b; };
        return near(expected_ones(law, x), ones) && near(expected_twos(law, x), twos);
    }
};

double bisected(const Equations& equations, double from, double to) {
    const bool rising = equations.surplus(to) > 0;
    for (int i = 0; i < 100; ++i) {
        const double middle = (from + to) / 2;
        ((equations.surplus(middle) > 0) == rising ? to : from) = middle;
    }
    return to;
}

}  // namespace

double SlideNegativeBinomial::unique() const { return std::pow(beta, alpha); }

std::optional<SlideNegativeBinomial> fit_slide_negative_binomial(double classes, double fraction, double ones,
                                                                 double twos) {
    const Equations equations{classes, fraction, ones, twos};
    constexpr double widest = 25, step = 0.125;  // beta and 1 - beta down to 1e-11
    std::optional<double> root;
    for (double x = -widest; x < widest; x += step) {
        if ((equations.surplus(x) > 0) == (equations.surplus(x + step) > 0)) continue;
        if (root) return std::nullopt;
        root = bisected(equations, x, x + step);
    }
    if (!root || !equations.solved(*root)) return std::nullopt;
    return equations.at(*root);
}

UniquesEstimate estimate_slide_negative_binomial(const ClassSizes& sizes) {
    const std::uint64_t ones = sizes.of_size(1), twos = sizes.of_size(2);
    const auto none = [](const char* reason) { return UniquesEstimate{.name = "snb", .reason = reason}; };
    if (sizes.members() >= sizes.population) return none("everybody is in the sample");
    if (ones == 0) return none("nobody is alone in the sample");
    if (twos == 0) return none("no class of the sample has exactly two");
    const double classes = shlosser_classes(sizes);
    const auto law =
        fit_slide_negative_binomial(classes, sizes.fraction(), static_cast<double>(ones), static_cast<double>(twos));
    if (!law) return none("its equations have no single solution");
    const double uniques = classes * law->unique();
    if (uniques > static_cast<double>(sizes.population)) return none("its solution has more uniques than people");
    return {.name = "snb",
            .uniques = uniques,
            .parameters = {{"classes", classes}, {"alpha", law->alpha}, {"beta", law->beta}}};
}

}  // namespace scrim::risk
