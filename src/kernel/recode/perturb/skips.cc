#include "kernel/recode/perturb/skips.h"

namespace scrim::recode::perturb {

// The series 1 - x + x²/2! - …: the first k at which a chance of x / k does not come true is odd with chance exp(-x).
bool happens_exp(std::uint64_t over, std::uint64_t under, Random& random) {
    std::uint64_t k = 1;
    while (random.below(k) == 0 && random.below(under) < over) ++k;
    return k % 2 == 1;
}

// A number with chances as of exp(-n / under), its low part and its multiples of `under` by themselves, in steps of
// `over`.
std::uint64_t skipped(std::uint64_t over, std::uint64_t under, Random& random) {
    std::uint64_t low = random.below(under);
    while (!happens_exp(low, under, random)) low = random.below(under);
    std::uint64_t times = 0;
    while (happens_exp(1, 1, random)) ++times;
    return (low + under * times) / over;
}

}  // namespace scrim::recode::perturb
