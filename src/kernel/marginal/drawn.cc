// Records of a graphical model: clique by clique, the new variables given those that the clique shares with its parent.
#include "kernel/marginal/graphical_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrim::marginal {
namespace {

// Whole numbers that add up to `records`, each the expected one rounded up or down.
void apportion(std::span<const double> shares, std::uint64_t records, Random& random,
               std::vector<std::uint64_t>& counts) {
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    counts.assign(shares.size(), 0);
    if (sum <= 0) {
        for (std::uint64_t i = 0; i < records; ++i) ++counts[random.below(shares.size())];
        return;
    }
    // Systematic sampling: a comb of distance 1 over the expected numbers, laid down at random.
    const double start = static_cast<double>(random.next() >> 11) * 0x1p-53;
    double reached = 0;
    std::uint64_t dealt = 0;
    for (std::size_t i = 0; i < shares.size() && dealt < records; ++i) {
        reached += shares[i] / sum * static_cast<double>(records);
        const auto upto = std::min(records, static_cast<std::uint64_t>(std::max(0.0, std::floor(reached + start))));
        counts[i] = upto - std::min(upto, dealt);
        dealt += counts[i];
    }
    if (dealt < records) counts[std::max_element(shares.begin(), shares.end()) - shares.begin()] += records - dealt;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> GraphicalModel::drawn(std::uint64_t records, Random& random) const {
    std::vector<std::vector<std::uint32_t>> columns(sizes_.size());
    std::vector<std::uint32_t> order(records);
    std::vector<std::uint64_t> counts;
    for (std::size_t c = 0; c < tree_.cliques.size(); ++c) {
        const JunctionTree::Clique& clique = tree_.cliques[c];
        Variables fresh;
        std::set_difference(clique.variables.begin(), clique.variables.end(), clique.shared.begin(),
                            clique.shared.end(), std::back_inserter(fresh));
        // The clique's cells, those of equal shared values together: [shared][fresh].
        const Places of_shared(clique.variables, clique.shared, sizes_), of_fresh(clique.variables, fresh, sizes_);
        const std::size_t width = cells_of(fresh, sizes_), groups = cells_of(clique.shared, sizes_);
        std::vector<std::size_t> group_of(shares_[c].cells.size());
        of_shared.each([&](std::size_t cell, std::size_t place) { group_of[cell] = place; });
        std::vector<double> shares(shares_[c].cells.size());
        of_fresh.each([&](std::size_t cell, std::size_t place) {
            shares[group_of[cell] * width + place] = shares_[c].cells[cell];
        });
        // The records by group, in an order drawn at random.
        std::vector<std::size_t> group(records, 0);
        for (const Variable v : clique.shared)
            for (std::uint64_t i = 0; i < records; ++i) group[i] = group[i] * sizes_[v] + columns[v][i];
        std::iota(order.begin(), order.end(), 0u);
        random.shuffle(std::span(order));
        std::vector<std::size_t> ends(groups + 1, 0);
        for (const std::size_t g : group) ++ends[g + 1];
        std::partial_sum(ends.begin(), ends.end(), ends.begin());
        std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
        std::vector<std::uint32_t> placed(records);
        for (const std::uint32_t record : order) placed[next[group[record]]++] = record;
        for (const Variable v : fresh) columns[v].resize(records);
        for (std::size_t g = 0; g < groups; ++g) {
            std::size_t at = ends[g];
            if (at == ends[g + 1]) continue;
            apportion(std::span(shares).subspan(g * width, width), ends[g + 1] - at, random, counts);
            for (std::size_t cell = 0; cell < width; ++cell)
                for (std::uint64_t i = 0; i < counts[cell]; ++i, ++at) {
                    std::size_t rest = cell;
                    for (std::size_t f = fresh.size(); f-- > 0;) {
                        columns[fresh[f]][placed[at]] = static_cast<std::uint32_t>(rest % sizes_[fresh[f]]);
                        rest /= sizes_[fresh[f]];
                    }
                }
        }
    }
    return columns;
}

}  // namespace scrim::marginal
