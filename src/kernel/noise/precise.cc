#include "kernel/noise/precise.h"

#include "kernel/noise/real.h"

#include <algorithm>

namespace scrim::noise {
namespace {

// A whole number >= 0 as a ratio of any size.
BigRatio whole(Int128 number) { return BigRatio(natural(static_cast<Uint128>(number))); }

BigRatio outside(const Ratio& confidence) { return 1 - big(confidence); }

// Rounded to a multiple of 10^-digits.
Ratio decimal(mpfr_srcptr value, int digits, mpfr_rnd_t direction) {
    const Int128 unit = *power_of_ten(digits);
    Real scaled;
    mpfr_mul_q(scaled, value, whole(unit).get_mpq_t(), direction);
    BigNatural units;
    mpfr_get_z(units.get_mpz_t(), scaled, direction);
    BigRatio made(units, natural(static_cast<Uint128>(unit)));
    made.canonicalize();
    return ratio_above(made);  // exact: few digits
}

// ln(1 / delta), 0 < delta < 1.
void log_of_inverse(mpfr_ptr target, const Ratio& delta, mpfr_rnd_t direction) {
    const Real inverse(1 / big(delta), direction);
    mpfr_log(target, inverse, direction);
}

}  // namespace

bool laplace_within(const Ratio& rate, Int128 k, const Ratio& confidence) {
    // 2 a^(k+1) / (1 + a) <= outside, with a = exp(-rate): the left side rounded up.
    Real above, below, exponent(big(rate) * whole(k + 1), MPFR_RNDD);
    mpfr_neg(exponent, exponent, MPFR_RNDN);
    mpfr_exp(above, exponent, MPFR_RNDU);
    mpfr_mul_ui(above, above, 2, MPFR_RNDU);
    const Real negative(-big(rate), MPFR_RNDD);
    mpfr_exp(below, negative, MPFR_RNDD);
    mpfr_add_ui(below, below, 1, MPFR_RNDD);
    mpfr_div(above, above, below, MPFR_RNDU);
    return mpfr_cmp_q(above, outside(confidence).get_mpq_t()) <= 0;
}

bool gaussian_within(const Ratio& variance, Int128 k, const Ratio& confidence) {
    // erfc(k / sqrt(2 variance)) <= outside: its argument rounded down.
    Real argument(whole(k) * whole(k) / (2 * big(variance)), MPFR_RNDD), tail;
    mpfr_sqrt(argument, argument, MPFR_RNDD);
    mpfr_erfc(tail, argument, MPFR_RNDU);
    return mpfr_cmp_q(tail, outside(confidence).get_mpq_t()) <= 0;
}

Int128 surely_below(std::uint64_t candidates, const Ratio& rate, const Ratio& chance) {
    // candidates · exp(-rate · k) <= chance, from k >= ln(candidates / chance) / rate on.
    Real least(BigRatio(natural(candidates)) / big(chance), MPFR_RNDU);
    mpfr_log(least, least, MPFR_RNDU);
    const Real divisor(rate, MPFR_RNDD);
    mpfr_div(least, least, divisor, MPFR_RNDU);
    BigNatural whole_number;
    mpfr_get_z(whole_number.get_mpz_t(), least, MPFR_RNDU);
    const auto text = parse_int128(whole_number.get_str());
    return text ? std::max<Int128>(*text, 1) : Int128{1} << 120;
}

Ratio epsilon_of_rho(const BigRatio& rho, const Ratio& delta) {
    Real sum, log;
    log_of_inverse(log, delta, MPFR_RNDU);
    mpfr_mul_q(sum, log, rho.get_mpq_t(), MPFR_RNDU);
    mpfr_sqrt(sum, sum, MPFR_RNDU);
    mpfr_mul_ui(sum, sum, 2, MPFR_RNDU);
    mpfr_add_q(sum, sum, rho.get_mpq_t(), MPFR_RNDU);
    return decimal(sum, 9, MPFR_RNDU);
}

Ratio rho_of_epsilon(const Ratio& epsilon, const Ratio& delta) {
    // The positive solution of rho + 2 sqrt(rho L) = epsilon is (epsilon / (sqrt(epsilon + L) + sqrt(L)))^2.
    Real root, sum, log;
    log_of_inverse(log, delta, MPFR_RNDU);
    mpfr_sqrt(root, log, MPFR_RNDU);
    mpfr_add_q(sum, log, big(epsilon).get_mpq_t(), MPFR_RNDU);
    mpfr_sqrt(sum, sum, MPFR_RNDU);
    mpfr_add(sum, sum, root, MPFR_RNDU);
    const Real whole_epsilon(epsilon, MPFR_RNDD);
    mpfr_div(sum, whole_epsilon, sum, MPFR_RNDD);
    mpfr_sqr(sum, sum, MPFR_RNDD);
    return decimal(sum, 12, MPFR_RNDD);
}

}  // namespace scrim::noise
