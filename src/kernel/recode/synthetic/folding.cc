#include "kernel/recode/synthetic/folding.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::synthetic {
namespace {

// A count below so many standard deviations of its noise may be none at all. (MST takes 3; fewer were better on Adult
// and ACS.)
constexpr double deviations = 1;

}  // namespace

Folding::Folding(const std::vector<marginal::Measured>& single, const marginal::Sizes& sizes) {
    for (std::size_t c = 0; c < sizes.size(); ++c) {
        const std::vector<double>& counts = single[c].counts.cells;
        const double least = deviations * std::sqrt(single[c].variance);
        Of of;
        for (std::uint32_t cell = 0; cell < sizes[c]; ++cell)
            (counts[cell] >= least ? of.kept : of.rare).push_back(cell);
        if (of.rare.size() < 2) {
            of.kept.clear();
            for (std::uint32_t cell = 0; cell < sizes[c]; ++cell) of.kept.push_back(cell);
            of.rare.clear();
        }
        of.to.assign(sizes[c], static_cast<std::uint32_t>(of.kept.size()));
        for (std::uint32_t i = 0; i < of.kept.size(); ++i) of.to[of.kept[i]] = i;
        std::uint64_t sum = 0;
        for (const std::uint32_t cell : of.rare) {
            // None is impossible.
            sum += 1 + static_cast<std::uint64_t>(std::max(0.0, std::floor(counts[cell])));
            of.weights.push_back(sum);
        }
        sizes_.push_back(static_cast<std::uint32_t>(of.kept.size() + (of.rare.empty() ? 0 : 1)));
        columns_.push_back(std::move(of));
    }
}

Cells Folding::folded(const Cells& cells) const {
    Cells made = cells;
    for (std::size_t c = 0; c < made.size(); ++c)
        for (std::uint32_t& cell : made[c]) cell = columns_[c].to[cell];
    return made;
}

std::vector<marginal::Measured> Folding::folded(const std::vector<marginal::Measured>& single) const {
    std::vector<marginal::Measured> made;
    for (std::size_t c = 0; c < single.size(); ++c) {
        const Of& of = columns_[c];
        const auto variable = static_cast<marginal::Variable>(c);
        marginal::Measured one{marginal::Factor({variable}, sizes_), single[c].variance};
        for (std::size_t cell = 0; cell < of.to.size(); ++cell)
            one.counts.cells[of.to[cell]] += single[c].counts.cells[cell];
        one.times.assign(one.counts.cells.size(), 1);
        if (!of.rare.empty()) one.times.back() = static_cast<double>(of.rare.size());
        made.push_back(std::move(one));
    }
    return made;
}

Cells Folding::unfolded(const Cells& cells, Random& random) const {
    Cells made = cells;
    for (std::size_t c = 0; c < made.size(); ++c) {
        const Of& of = columns_[c];
        for (std::uint32_t& cell : made[c]) {
            if (cell < of.kept.size()) {
                cell = of.kept[cell];
                continue;
            }
            const std::uint64_t at = random.below(of.weights.back());
            cell = of.rare[static_cast<std::size_t>(std::upper_bound(of.weights.begin(), of.weights.end(), at) -
                                                    of.weights.begin())];
        }
    }
    return made;
}

}  // namespace scrim::recode::synthetic
