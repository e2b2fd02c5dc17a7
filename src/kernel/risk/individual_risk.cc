#include "kernel/risk/individual_risk.h"

#include <cmath>

namespace scrim::risk {
namespace {

// The risk is I(f) = the integral of p u^(f-1) / (p + q u) over u in [0, 1], q = 1 - p. Two ways, neither of which
// subtracts what is nearly equal (the alternating sum of the papers does):
//
// I(f) = p/f * (1 + q/(f+1) + 2! q^2 / ((f+1)(f+2)) + …), all of whose terms are positive.
double by_series(double f, double p) {
    const double q = 1 - p;
    double term = 1, sum = 1;
    for (double n = 0; term > 1e-18 * sum; ++n) {
        term *= (n + 1) * q / (f + 1 + n);
        sum += term;
    }
    return p / f * sum;
}

// I(1) = p/q log(1/p), I(i + 1) = p/q (1/i - I(i)): an error shrinks by p/q in each step.
double by_recurrence(std::uint64_t f, double p) {
    const double ratio = p / (1 - p);
    double risk = ratio * -std::log(p);
    for (std::uint64_t i = 1; i < f; ++i) risk = ratio * (1 / static_cast<double>(i) - risk);
    return risk;
}

double share(std::uint64_t f, double F) { return F > static_cast<double>(f) ? static_cast<double>(f) / F : 1; }

}  // namespace

double individual_risk(std::uint64_t f, double F) {
    const double p = share(f, F);
    // The series is slow where p and f are both small.
    return p < 0.1 && f < 40 ? by_recurrence(f, p) : by_series(static_cast<double>(f), p);
}

double approximate_individual_risk(std::uint64_t f, double F) {
    const double p = share(f, F);
    return f <= 2 ? individual_risk(f, F) : p / (static_cast<double>(f) - (1 - p));
}

}  // namespace scrim::risk
