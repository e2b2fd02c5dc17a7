#include "kernel/noise/concentrated.h"

#include "kernel/noise/precise.h"

#include <mpfr.h>

#include <cmath>

namespace scrim::noise {
namespace {

double log_bound(double rho, double epsilon, double alpha) {
    return (alpha - 1) * (alpha * rho - epsilon) - std::log(alpha - 1) + alpha * std::log1p(-1 / alpha);
}

// Where the bound is least, about: its slope has one root.
double best_order(double rho, double epsilon) {
    double low = 1.0001, high = (epsilon + 1) / (2 * rho) + 2;
    for (int i = 0; i < 200; ++i) {
        const double middle = (low + high) / 2;
        const double slope = (2 * middle - 1) * rho - epsilon + std::log1p(-1 / middle);
        (slope < 0 ? low : high) = middle;
    }
    return high;
}

Ratio as_ratio(double number) {
    constexpr Int128 parts = 1 << 20;
    return {static_cast<Int128>(std::llround(number * static_cast<double>(parts))), parts};
}

// A number of MPFR, freed when it is left.
struct Rounded {
    Rounded(const BigRatio& ratio, mpfr_rnd_t direction) {
        mpfr_init2(value, 256);
        mpfr_set_q(value, ratio.get_mpq_t(), direction);
    }
    ~Rounded() { mpfr_clear(value); }
    Rounded(const Rounded&) = delete;
    Rounded& operator=(const Rounded&) = delete;

    mpfr_t value;
};

}  // namespace

bool order_implies(const BigRatio& rho, const Ratio& epsilon, const Ratio& delta, const Ratio& alpha) {
    // The logarithm of the bound, rounded up, and that of delta, rounded down.
    const BigRatio order = big(alpha), less = order - 1;
    if (less <= 0) return false;
    Rounded bound(less * (order * rho - big(epsilon)), MPFR_RNDU), one(less, MPFR_RNDD), other(less / order, MPFR_RNDU),
        most(big(delta), MPFR_RNDD);
    mpfr_log(one.value, one.value, MPFR_RNDD);
    mpfr_sub(bound.value, bound.value, one.value, MPFR_RNDU);
    mpfr_log(other.value, other.value, MPFR_RNDU);
    mpfr_mul_q(other.value, other.value, order.get_mpq_t(), MPFR_RNDU);
    mpfr_add(bound.value, bound.value, other.value, MPFR_RNDU);
    mpfr_log(most.value, most.value, MPFR_RNDD);
    return mpfr_lessequal_p(bound.value, most.value) != 0;
}

bool implies(const BigRatio& rho, const Ratio& epsilon, const Ratio& delta) {
    if (epsilon_of_rho(rho, delta) <= epsilon) return true;
    const double order = best_order(rho.get_d(), epsilon.to_double());
    return order < 1e12 && order_implies(rho, epsilon, delta, as_ratio(order));
}

Ratio most_rho(const Ratio& epsilon, const Ratio& delta) {
    const Ratio sure = rho_of_epsilon(epsilon, delta);
    const double wanted = std::log(delta.to_double()), e = epsilon.to_double();
    double low = sure.to_double(), high = e + 1;
    if (!(low > 0)) return sure;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (log_bound(middle, e, best_order(middle, e)) <= wanted ? low : high) = middle;
    }
    // A few digits fewer, so that rounding does not matter.
    constexpr Int128 parts = 1'000'000'000'000;
    for (double rho = low * (1 - 1e-9); rho > sure.to_double(); rho *= 1 - 1e-6) {
        const Ratio found{static_cast<Int128>(rho * static_cast<double>(parts)), parts};
        if (implies(big(found), epsilon, delta)) return found.reduced();
    }
    return sure;
}

}  // namespace scrim::noise
