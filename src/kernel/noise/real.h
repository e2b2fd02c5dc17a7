// A number of MPFR of some precision, freed when it is left. MPFR's functions take it as it is.
#pragma once

#include "kernel/core/big_ratio.h"

#include <mpfr.h>

namespace scrim::noise {

// MPFR keeps constants for each thread; they go with it.
struct ConstantsOfThread {
    ConstantsOfThread() = default;
    ConstantsOfThread(const ConstantsOfThread&) = delete;
    ConstantsOfThread& operator=(const ConstantsOfThread&) = delete;
    ~ConstantsOfThread() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
    void needed() const {}
};

class Real {
public:
    static constexpr mpfr_prec_t usual = 256;

    explicit Real(mpfr_prec_t precision = usual) {
        static thread_local const ConstantsOfThread constants;
        constants.needed();
        mpfr_init2(value_, precision);
    }
    Real(const BigRatio& ratio, mpfr_rnd_t direction, mpfr_prec_t precision = usual) : Real(precision) {
        mpfr_set_q(value_, ratio.get_mpq_t(), direction);
    }
    Real(const Ratio& ratio, mpfr_rnd_t direction) : Real(big(ratio), direction) {}
    ~Real() { mpfr_clear(value_); }
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;
    // NOLINTNEXTLINE(google-explicit-constructor)
    operator mpfr_ptr() { return value_; }
    // NOLINTNEXTLINE(google-explicit-constructor)
    operator mpfr_srcptr() const { return value_; }

private:
    mpfr_t value_;
};

}  // namespace scrim::noise
