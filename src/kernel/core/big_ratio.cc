#include "kernel/core/big_ratio.h"

namespace scrim {
namespace {

// Positive Int128s have 127 bits.
bool fits(const BigNatural& number) { return mpz_sizeinbase(number.get_mpz_t(), 2) <= 127; }

Int128 narrow(const BigNatural& number) {
    const BigNatural high = number >> 64, low = number - (high << 64);
    return static_cast<Int128>(Uint128{high.get_ui()} << 64 | low.get_ui());
}

}  // namespace

BigNatural natural(Uint128 number) {
    static_assert(sizeof(unsigned long) == 8);
    BigNatural made(static_cast<unsigned long>(number >> 64));
    made <<= 64;
    made += static_cast<unsigned long>(number);
    return made;
}

BigRatio big(const Ratio& ratio) {
    BigRatio made(natural(static_cast<Uint128>(ratio.numerator())), natural(static_cast<Uint128>(ratio.denominator())));
    made.canonicalize();
    return made;
}

Ratio ratio_above(const BigRatio& ratio) {
    if (fits(ratio.get_num()) && fits(ratio.get_den())) return {narrow(ratio.get_num()), narrow(ratio.get_den())};
    const BigNatural unit = natural(1'000'000'000'000'000'000u);
    BigNatural above;
    const BigNatural scaled = ratio.get_num() * unit;
    mpz_cdiv_q(above.get_mpz_t(), scaled.get_mpz_t(), ratio.get_den().get_mpz_t());
    return fits(above) ? Ratio(narrow(above), narrow(unit)) : Ratio::infinity();
}

}  // namespace scrim
