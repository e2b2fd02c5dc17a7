// GraphicalModel: the distribution of all variables that fits noisy marginals best, among those that a junction tree of
// these marginals describes.
//
// McKenna, Sheldon, Miklau, "Graphical-model based estimation and inference for differential privacy", ICML 2019: of
// all distributions that fit as well it is the one of the greatest entropy. Fitted by mirror descent. Nothing here sees
// data: it makes the best of what was measured, so that floating point does no harm.
//
//   GraphicalModel model(sizes, {{0, 1}, {1, 2}});
//   model.fit(measured, 1000);
//   model.marginal({0, 2});                       // expected counts, not negative, consistent with all others
#pragma once

#include "kernel/core/random.h"
#include "kernel/marginal/factor.h"
#include "kernel/marginal/junction_tree.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace scrim::marginal {

// Counts with noise of a known variance.
struct Measured {
    Factor counts;
    double variance = 1;
    std::vector<double> times = {};  // of each cell, how many times that it is; empty where it is the same for all
};

// How many records there are, as all marginals together tell.
double total_of(const std::vector<Measured>& measured);

class GraphicalModel {
public:
    // All combinations equally likely.
    GraphicalModel(Sizes sizes, const std::vector<Variables>& sets);

    // Continues from what it is. Every marginal's variables lie in one of the sets; `total` records. Fewer steps where
    // nothing is gained any more, or `stop` says so.
    void fit(const std::vector<Measured>& measured, double total, int steps, const std::function<bool()>& stop);

    // The same distribution in a tree that has more sets.
    GraphicalModel with(const std::vector<Variables>& sets) const;

    const Sizes& sizes() const { return sizes_; }
    const JunctionTree& tree() const { return tree_; }
    double total() const { return total_; }

    // Expected counts; the variables lie in one clique.
    Factor marginal(const Variables& some) const;
    // Those of all pairs of variables: [a][b], a < b, over {a, b}.
    std::vector<std::vector<Factor>> pairs() const;

    // Records, column by column: of each combination as many as are expected, rounded up or down by chance.
    std::vector<std::vector<std::uint32_t>> drawn(std::uint64_t records, Random& random) const;

private:
    void infer();

    Sizes sizes_;
    JunctionTree tree_;
    std::map<Variables, Factor> potentials_;  // of each set that was measured, logarithms
    std::vector<Factor> shares_;              // of each clique, adding up to 1
    double total_ = 1, step_ = 0;
};

}  // namespace scrim::marginal
