#include "kernel/models/population.h"

#include <algorithm>
#include <numeric>

namespace scrim::models {
namespace {

// The class with the given codes on x; classes are sorted by them.
std::optional<std::size_t> find_class(const Classes& classes, const std::vector<Code>& codes) {
    const auto before = [&](std::size_t c) {
        for (std::size_t i = 0; i < codes.size(); ++i)
            if (const Code code = classes.code(c, i); code != codes[i]) return code < codes[i];
        return false;
    };
    std::size_t low = 0, high = classes.size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (before(middle))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == classes.size()) return std::nullopt;
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (classes.code(low, i) != codes[i]) return std::nullopt;
    return low;
}

}  // namespace

PopulationMatch match_population(const Classes& classes, const Population& population) {
    PopulationMatch match;
    match.counts.assign(classes.size(), 0);
    const std::size_t width = classes.x();
    std::vector<const std::vector<Code>*> choices(width);
    std::vector<std::size_t> chosen(width);
    std::vector<Code> codes(width);
    for (std::size_t t = 0; t < population.tuples.size(); ++t) {
        bool covered = true;
        for (std::size_t i = 0; i < width; ++i) {
            choices[i] = &population.covering[i][population.tuples.table[i][t]];
            covered &= !choices[i]->empty();
        }
        int fits = 0;
        // Every way to choose a covering value per column, like an odometer; mostly there is just one.
        std::fill(chosen.begin(), chosen.end(), 0);
        while (covered) {
            for (std::size_t i = 0; i < width; ++i) codes[i] = (*choices[i])[chosen[i]];
            if (const auto c = find_class(classes, codes)) {
                match.counts[*c] += population.tuples.weights[t];
                ++fits;
            }
            std::size_t i = 0;
            while (i < width && ++chosen[i] == choices[i]->size()) chosen[i++] = 0;
            covered = i < width;
        }
        if (fits == 0) match.unmatched += population.tuples.weights[t];
        match.overlapping |= fits > 1;
    }
    return match;
}

}  // namespace scrim::models
