// Chances: exact probabilities, and draws by them in whole numbers.
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/ratio.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scrim::recode::perturb {

// Draws 0, 1, … with exactly these chances.
class Chances {
public:
    // Nothing where they do not add up to exactly one, one is negative, or their common denominator is above 2^62.
    static std::optional<Chances> make(const std::vector<Ratio>& chances);

    std::size_t draw(Random& random) const;
    std::uint64_t denominator() const { return ends_.back(); }

private:
    std::vector<std::uint64_t> ends_;  // sums of the numerators over the common denominator, the last of all
};

// True with exactly this chance, whose denominator fits 64 bits.
bool happens(const Ratio& chance, Random& random);

}  // namespace scrim::recode::perturb
