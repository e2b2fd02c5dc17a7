#include "kernel/core/logarithm.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrim {
namespace {

constexpr Int128 unit_parts = 1'000'000'000;  // measured levels are multiples of 1 / unit_parts
constexpr mpfr_prec_t least_precision = 192;  // holds every 128-bit integer
constexpr mpfr_prec_t most_precision = 1 << 15;

int sign_of(Int128 value) { return (value > 0) - (value < 0); }

// ---- Floating point with a proven bound of its error ----

// What one term adds to the bound. With u the rounding unit: rounding the argument moves its logarithm by at most u,
// the library's log() is off by at most 1 ulp (2u) of the result, rounding the coefficient and the product by u of it
// each: together at most 4u · |coefficient| · (|ln| + 1).
template <class Float>
Float magnitude_of(Float coefficient, Float logarithm) {
    return std::fabs(coefficient) * (std::fabs(logarithm) + 1);
}

// Adding n terms rounds n times, each by at most u of a partial sum, which `magnitude` bounds. The 16 leaves room for
// the 4 above, for the rounding of `magnitude` itself and for a log() four times worse than promised.
template <class Float>
std::optional<int> certain_sign(Float estimate, Float magnitude, std::size_t terms) {
    constexpr Float u = std::numeric_limits<Float>::epsilon() / 2;
    const Float error = magnitude * (static_cast<Float>(terms) + 16) * u;
    // Beyond so many terms the rounding of `magnitude` could outgrow its allowance.
    if (terms > (std::size_t{1} << 24) || std::fabs(estimate) <= error) return std::nullopt;
    return estimate > 0 ? 1 : -1;
}

// ---- Integers ----

using Terms = std::vector<LogSum::Term>;

// Terms with equal arguments joined, those that are nothing dropped. False when a coefficient overflows.
bool join_equal_arguments(Terms& terms) {
    std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.argument < b.argument; });
    Terms joined;
    for (const LogSum::Term& term : terms) {
        if (term.argument == 1) continue;
        if (joined.empty() || joined.back().argument != term.argument) joined.push_back({0, term.argument});
        Int128& coefficient = joined.back().coefficient;
        if (__builtin_add_overflow(coefficient, term.coefficient, &coefficient)) return false;
    }
    std::erase_if(joined, [](const auto& term) { return term.coefficient == 0; });
    terms = std::move(joined);
    return true;
}

// Is Π argument^coefficient = 1? The arguments are split by their common divisors until they are pairwise coprime;
// powers of coprime numbers multiply to 1 only if every exponent is 0. (Factor refinement: it needs no prime
// factorization.) Nothing when a number does not fit.
std::optional<bool> product_is_one(Terms todo) {
    Terms coprime;
    while (!todo.empty()) {
        LogSum::Term term = todo.back();
        todo.pop_back();
        if (term.argument == 1 || term.coefficient == 0) continue;
        const auto common = std::find_if(coprime.begin(), coprime.end(), [&](const auto& other) {
            return greatest_common_divisor(term.argument, other.argument) != 1;
        });
        if (common == coprime.end()) {
            coprime.push_back(term);
            continue;
        }
        // ln(g·a)·p + ln(g·b)·q = ln(a)·p + ln(b)·q + ln(g)·(p + q)
        const Int128 divisor = greatest_common_divisor(term.argument, common->argument);
        Int128 both = 0;
        if (__builtin_add_overflow(term.coefficient, common->coefficient, &both)) return std::nullopt;
        todo.push_back({term.coefficient, term.argument / divisor});
        todo.push_back({common->coefficient, common->argument / divisor});
        todo.push_back({both, divisor});
        coprime.erase(common);
    }
    return coprime.empty();
}

// ---- Bracketing, ever more precise ----

// The sign, if long doubles tell it.
std::optional<int> long_double_sign(Int128 constant, const Terms& terms) {
    long double estimate = static_cast<long double>(constant), magnitude = std::fabs(estimate);
    for (const LogSum::Term& term : terms) {
        const auto factor = static_cast<long double>(term.coefficient);
        const long double logarithm = std::log(static_cast<long double>(term.argument));
        estimate += factor * logarithm;
        magnitude += magnitude_of(factor, logarithm);
    }
    return certain_sign(estimate, magnitude, terms.size() + 1);
}

class Real {
public:
    explicit Real(mpfr_prec_t precision) {
        mpfr_init2(value_, precision);
        mpfr_set_zero(value_, 1);
    }
    ~Real() { mpfr_clear(value_); }
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;

    operator mpfr_ptr() { return value_; }

private:
    mpfr_t value_;
};

// Exact at least_precision and above.
void assign(mpfr_ptr target, Int128 value) {
    const Uint128 size = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
    mpfr_set_uj(target, static_cast<std::uint64_t>(size >> 64), MPFR_RNDN);
    mpfr_mul_2ui(target, target, 64, MPFR_RNDN);
    Real low(64);
    mpfr_set_uj(low, static_cast<std::uint64_t>(size), MPFR_RNDN);
    mpfr_add(target, target, low, MPFR_RNDN);
    if (value < 0) mpfr_neg(target, target, MPFR_RNDN);
}

// The sum of constant and terms, rounded in the given direction at every step.
void sum_towards(mpfr_rnd_t direction, Int128 constant, const Terms& terms, mpfr_prec_t precision, mpfr_ptr sum) {
    const mpfr_rnd_t opposite = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
    assign(sum, constant);
    Real coefficient(precision), logarithm(precision);
    for (const LogSum::Term& term : terms) {
        assign(coefficient, term.coefficient);
        assign(logarithm, term.argument);
        mpfr_log(logarithm, logarithm, term.coefficient < 0 ? opposite : direction);
        mpfr_mul(logarithm, logarithm, coefficient, direction);
        mpfr_add(sum, sum, logarithm, direction);
    }
}

// MPFR keeps constants such as ln 2 per thread; a thread must not end with them in its hands.
struct ConstantsOfThisThread {
    ~ConstantsOfThisThread() { mpfr_free_cache(); }
};

// The sign, if the precision tells it; never 0.
std::optional<int> bracketed_sign(Int128 constant, const Terms& terms, mpfr_prec_t precision) {
    thread_local const ConstantsOfThisThread constants;
    Real low(precision), high(precision);
    sum_towards(MPFR_RNDD, constant, terms, precision, low);
    sum_towards(MPFR_RNDU, constant, terms, precision, high);
    if (mpfr_cmp_si(low, 0) > 0) return 1;
    if (mpfr_cmp_si(high, 0) < 0) return -1;
    return std::nullopt;
}

// The sign of constant + terms without doubles.
std::optional<int> exact_sign(Int128 constant, Terms terms) {
    if (!join_equal_arguments(terms)) return std::nullopt;
    if (const auto sign = long_double_sign(constant, terms)) return sign;
    if (const auto sign = bracketed_sign(constant, terms, least_precision)) return sign;
    // Hermite-Lindemann: the logarithm of a rational other than 1 is transcendental, so it never cancels the constant.
    if (product_is_one(terms) == true) return sign_of(constant);
    for (mpfr_prec_t precision = 2 * least_precision; precision <= most_precision; precision *= 2)
        if (const auto sign = bracketed_sign(constant, terms, precision)) return sign;
    return std::nullopt;
}

}  // namespace

void LogSum::clear(Int128 constant) {
    constant_ = constant;
    terms_.clear();
    estimate_ = magnitude_ = 0;
}

void LogSum::add(Int128 coefficient, Int128 argument) {
    terms_.push_back({coefficient, argument});
    const double factor = static_cast<double>(coefficient);
    const double logarithm = std::log(static_cast<double>(argument));
    estimate_ += factor * logarithm;
    magnitude_ += magnitude_of(factor, logarithm);
}

std::optional<int> LogSum::sign_minus(Int128 coefficient, const Ratio& ratio) const {
    // estimate_ + constant - coefficient · (ln numerator - ln denominator), with the same bounds as in add().
    const double factor = static_cast<double>(coefficient);
    const double above = std::log(static_cast<double>(ratio.numerator()));
    const double below = std::log(static_cast<double>(ratio.denominator()));
    const double constant = static_cast<double>(constant_);
    const double estimate = estimate_ + constant - factor * above + factor * below;
    const double magnitude =
        magnitude_ + std::fabs(constant) + magnitude_of(factor, above) + magnitude_of(factor, below);
    if (const auto sign = certain_sign(estimate, magnitude, terms_.size() + 3)) return sign;

    Terms terms = terms_;
    terms.push_back({-coefficient, ratio.numerator()});
    terms.push_back({coefficient, ratio.denominator()});
    return exact_sign(constant_, std::move(terms));
}

Ratio LogSum::exp_rounded_down(Int128 divisor) const {
    // An undecided comparison counts as "too large", so that the answer is never more than the truth.
    const auto reached = [&](Int128 level) { return sign_minus(divisor, Ratio(level, unit_parts)).value_or(-1) >= 0; };
    const long double exponent = (static_cast<long double>(constant_) + estimate_) / static_cast<long double>(divisor);
    Int128 level = static_cast<Int128>(std::floor(std::exp(exponent) * static_cast<long double>(unit_parts)));
    level = std::max(level, unit_parts);  // exp of a sum that is not negative is at least 1
    Int128 step = 1;
    for (; !reached(level) && level > unit_parts; step *= 2) level = std::max(level - step, unit_parts);
    // level is reached (1 always is); climb to the last that is.
    for (step = 1; reached(level + step); step *= 2) level += step;
    for (step /= 2; step > 0; step /= 2)
        if (reached(level + step)) level += step;
    return Ratio(level, unit_parts);
}

std::optional<int> compare_log(const Ratio& argument, const Ratio& value) {
    // denominator · ln(argument) - numerator
    LogSum sum(-value.numerator());
    return sum.sign_minus(-value.denominator(), argument);
}

Ratio log_rounded_up(const Ratio& argument) {
    // An undecided comparison counts as "too small", so that the answer is never less than the truth.
    const auto bounds = [&](Int128 level) { return compare_log(argument, Ratio(level, unit_parts)).value_or(1) <= 0; };
    const double estimate = std::log(argument.to_double());
    Int128 level = std::max(static_cast<Int128>(std::ceil(estimate * static_cast<double>(unit_parts))), Int128{0});
    while (!bounds(level)) ++level;
    while (level > 0 && bounds(level - 1)) --level;
    return Ratio(level, unit_parts);
}

}  // namespace scrim
