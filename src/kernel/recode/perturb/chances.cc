#include "kernel/recode/perturb/chances.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {

std::optional<Chances> Chances::make(const std::vector<Ratio>& chances) {
    constexpr Int128 most = Int128{1} << 62;
    Int128 common = 1;
    for (const Ratio& chance : chances) {
        const Ratio reduced = chance.reduced();
        if (reduced < Ratio(0) || reduced.infinite() || reduced.denominator() > most) return std::nullopt;
        const auto one = static_cast<std::uint64_t>(common), other = static_cast<std::uint64_t>(reduced.denominator());
        common = common / static_cast<Int128>(std::gcd(one, other)) * reduced.denominator();
        if (common > most) return std::nullopt;
    }
    Chances made;
    Int128 sum = 0;
    for (const Ratio& chance : chances) {
        const Ratio reduced = chance.reduced();
        if (reduced > Ratio(1)) return std::nullopt;
        sum += reduced.numerator() * (common / reduced.denominator());
        if (sum > common) return std::nullopt;
        made.ends_.push_back(static_cast<std::uint64_t>(sum));
    }
    if (sum != common) return std::nullopt;
    return made;
}

std::size_t Chances::draw(Random& random) const {
    const std::uint64_t drawn = random.below(denominator());
    return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), drawn) - ends_.begin());
}

bool happens(const Ratio& chance, Random& random) {
    const Ratio reduced = chance.reduced();
    return random.below(static_cast<std::uint64_t>(reduced.denominator())) <
           static_cast<std::uint64_t>(reduced.numerator());
}

}  // namespace scrim::recode::perturb
