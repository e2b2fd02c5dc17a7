#include "kernel/noise/weighted_choice.h"

#include "kernel/noise/real.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace scrim::noise {
namespace {

// The weights of the candidates, one after the other, between what they surely are.
class Weights {
public:
    Weights(std::span<const Alike> candidates, const BigRatio& rate, mpfr_prec_t precision)
        : candidates_(candidates),
          rate_low_(rate, MPFR_RNDD, precision),
          rate_high_(rate, MPFR_RNDU, precision),
          low_(precision),
          high_(precision) {
        for (const Alike& some : candidates)
            if (some.count > 0) least_ = std::min(least_, some.loss);
    }

    // Adds the weight of a candidate to both.
    void add(std::size_t candidate, mpfr_ptr low, mpfr_ptr high) {
        const Alike& own = candidates_[candidate];
        if (own.count == 0) return;
        const BigNatural worse = natural(own.loss - least_);
        weigh(own.count, worse, rate_high_, low_, MPFR_RNDD);
        weigh(own.count, worse, rate_low_, high_, MPFR_RNDU);
        mpfr_add(low, low, low_, MPFR_RNDD);
        mpfr_add(high, high, high_, MPFR_RNDU);
    }

private:
    // A weight is less where the rate is more.
    static void weigh(std::uint64_t count, const BigNatural& worse, mpfr_srcptr rate, mpfr_ptr weight,
                      mpfr_rnd_t direction) {
        mpfr_mul_z(weight, rate, worse.get_mpz_t(), direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD);
        mpfr_neg(weight, weight, MPFR_RNDN);
        mpfr_exp(weight, weight, direction);
        mpfr_mul_ui(weight, weight, count, direction);
    }

    std::span<const Alike> candidates_;
    Uint128 least_ = std::numeric_limits<Uint128>::max();
    Real rate_low_, rate_high_, low_, high_;
};

// In whose share [drawn, drawn + 1) / 2^bits lies; nothing where that is not sure.
std::optional<std::size_t> share_of(std::span<const Alike> candidates, const BigRatio& rate, const BigNatural& drawn,
                                    mpfr_prec_t bits) {
    const mpfr_prec_t precision = bits + 64;
    Weights weights(candidates, rate, precision);
    Real low(precision), high(precision), from(precision), to(precision);
    mpfr_set_zero(low, 1);
    mpfr_set_zero(high, 1);
    for (std::size_t i = 0; i < candidates.size(); ++i) weights.add(i, low, high);
    mpfr_mul_z(from, low, drawn.get_mpz_t(), MPFR_RNDD);
    mpfr_div_2ui(from, from, static_cast<unsigned long>(bits), MPFR_RNDD);
    const BigNatural next = drawn + 1;
    mpfr_mul_z(to, high, next.get_mpz_t(), MPFR_RNDU);
    mpfr_div_2ui(to, to, static_cast<unsigned long>(bits), MPFR_RNDU);
    mpfr_set_zero(low, 1);
    mpfr_set_zero(high, 1);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const bool begun = mpfr_lessequal_p(high, from) != 0;  // surely after all before
        weights.add(i, low, high);
        if (mpfr_lessequal_p(to, low) == 0) continue;
        return begun ? std::optional(i) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::size_t weighted_choice(std::span<const Alike> candidates, Uint128 numerator, Uint128 denominator, Random& random) {
    BigRatio rate(natural(numerator), natural(denominator));
    rate.canonicalize();
    BigNatural drawn = 0;
    mpfr_prec_t bits = 0;
    while (true) {
        // With the first 128 digits hardly anything is in doubt.
        for (int word = 0; word < 2; ++word, bits += 64) drawn = (drawn << 64) + natural(random.next());
        if (const auto chosen = share_of(candidates, rate, drawn, bits)) return *chosen;
    }
}

}  // namespace scrim::noise
