#include "kernel/marginal/graphical_model.h"

#include <algorithm>
#include <cmath>

namespace scrim::marginal {
namespace {

// Cells that nobody expects anything in would be divided by.
constexpr double least_share = 1e-300;
// A step that gains less than this share of what is left is the last.
constexpr double least_gain = 1e-7;
constexpr int most_halvings = 40;

// All that was measured of one set of variables, together.
struct Target {
    Variables variables;
    std::vector<double> counts, weights;  // a weight is 1 / variance
};

std::vector<Target> targets_of(const std::vector<Measured>& measured) {
    std::map<Variables, Target> found;
    for (const Measured& one : measured) {
        Target& target = found[one.counts.variables];
        target.variables = one.counts.variables;
        target.counts.resize(one.counts.cells.size());
        target.weights.resize(one.counts.cells.size());
        for (std::size_t i = 0; i < target.counts.size(); ++i) {
            const double weight = 1 / (one.variance * (one.times.empty() ? 1 : one.times[i]));
            target.weights[i] += weight;
            target.counts[i] += one.counts.cells[i] * weight;
        }
    }
    std::vector<Target> targets;
    for (auto& [variables, target] : found) {
        for (std::size_t i = 0; i < target.counts.size(); ++i) target.counts[i] /= target.weights[i];
        targets.push_back(std::move(target));
    }
    return targets;
}

double loss(const std::vector<Target>& targets, const std::vector<Factor>& reached, double total) {
    double all = 0;
    for (std::size_t t = 0; t < targets.size(); ++t)
        for (std::size_t i = 0; i < targets[t].counts.size(); ++i) {
            const double away = total * reached[t].cells[i] - targets[t].counts[i];
            all += targets[t].weights[i] / 2 * away * away;
        }
    return all;
}

}  // namespace

double total_of(const std::vector<Measured>& measured) {
    double sum = 0, weights = 0;
    for (const Measured& one : measured) {
        const double weight = 1 / (one.variance * static_cast<double>(one.counts.cells.size()));
        sum += weight * one.counts.sum();
        weights += weight;
    }
    return weights > 0 ? std::max(1.0, sum / weights) : 1;
}

GraphicalModel::GraphicalModel(Sizes sizes, const std::vector<Variables>& sets)
    : sizes_(std::move(sizes)), tree_(sets, sizes_) {
    infer();
}

// Messages up the tree, then down it.
void GraphicalModel::infer() {
    std::vector<Factor> beliefs;
    for (const JunctionTree::Clique& clique : tree_.cliques) beliefs.emplace_back(clique.variables, sizes_);
    for (const auto& [variables, potential] : potentials_)
        beliefs[tree_.holding(variables, sizes_)].add(potential, 1, sizes_);
    std::vector<Factor> sent(beliefs.size());
    for (std::size_t c = beliefs.size(); c-- > 1;) {
        sent[c] = beliefs[c].log_summed_to(tree_.cliques[c].shared, sizes_);
        beliefs[tree_.cliques[c].parent].add(sent[c], 1, sizes_);
    }
    for (std::size_t c = 1; c < beliefs.size(); ++c) {
        Factor from = beliefs[tree_.cliques[c].parent].log_summed_to(tree_.cliques[c].shared, sizes_);
        from.add(sent[c], -1, sizes_);
        beliefs[c].add(from, 1, sizes_);
    }
    for (Factor& belief : beliefs) {
        const double most = *std::max_element(belief.cells.begin(), belief.cells.end());
        double sum = 0;
        for (double& cell : belief.cells) sum += cell = std::exp(cell - most);
        for (double& cell : belief.cells) cell /= sum;
    }
    shares_ = std::move(beliefs);
}

void GraphicalModel::fit(const std::vector<Measured>& measured, double total, int steps,
                         const std::function<bool()>& stop) {
    total_ = total;
    const std::vector<Target> targets = targets_of(measured);
    if (step_ == 0) {
        double weights = 0;
        for (const Target& target : targets) weights += *std::max_element(target.weights.begin(), target.weights.end());
        step_ = 1 / (total_ * total_ * weights);
    }
    const auto reached = [&] {
        std::vector<Factor> shares;
        for (const Target& target : targets)
            shares.push_back(shares_[tree_.holding(target.variables, sizes_)].summed_to(target.variables, sizes_));
        return shares;
    };
    for (const Target& target : targets) potentials_.try_emplace(target.variables, target.variables, sizes_);
    std::vector<Factor> at = reached();
    double now = loss(targets, at, total_);
    for (int done = 0; done < steps && !stop(); ++done) {
        const auto from = potentials_;
        const std::vector<Factor> were = shares_;
        std::vector<Factor> slopes = at;
        for (std::size_t t = 0; t < targets.size(); ++t)
            for (std::size_t i = 0; i < targets[t].counts.size(); ++i)
                slopes[t].cells[i] = total_ * targets[t].weights[i] * (total_ * at[t].cells[i] - targets[t].counts[i]);
        bool better = false;
        for (int tries = 0; tries < most_halvings && !better; ++tries) {
            for (std::size_t t = 0; t < targets.size(); ++t) {
                const std::vector<double>& old = from.at(targets[t].variables).cells;
                std::vector<double>& cells = potentials_.at(targets[t].variables).cells;
                for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = old[i] - step_ * slopes[t].cells[i];
            }
            infer();
            const std::vector<Factor> there = reached();
            double promised = 0;
            for (std::size_t t = 0; t < targets.size(); ++t)
                for (std::size_t i = 0; i < slopes[t].cells.size(); ++i)
                    promised += slopes[t].cells[i] * (at[t].cells[i] - there[t].cells[i]);
            const double next = loss(targets, there, total_);
            better = now - next >= promised / 2;
            if (!better) {
                step_ /= 2;
                continue;
            }
            const bool enough = now - next <= least_gain * now;
            now = next;
            at = there;
            if (enough) return;
        }
        if (!better) {
            potentials_ = from;
            shares_ = were;
            return;
        }
        step_ *= 1.5;
    }
}

GraphicalModel GraphicalModel::with(const std::vector<Variables>& sets) const {
    GraphicalModel more(sizes_, sets);
    more.total_ = total_;
    more.step_ = step_;
    more.potentials_ = potentials_;
    more.infer();
    return more;
}

Factor GraphicalModel::marginal(const Variables& some) const {
    const std::size_t c = tree_.holding(some, sizes_);
    Factor counts = shares_[c].summed_to(some, sizes_);
    for (double& cell : counts.cells) cell *= total_;
    return counts;
}

std::vector<std::vector<Factor>> GraphicalModel::pairs() const {
    const std::size_t n = sizes_.size();
    std::vector<std::vector<Factor>> all(n, std::vector<Factor>(n));
    std::vector<std::vector<std::size_t>> children(tree_.cliques.size());
    for (std::size_t c = 1; c < tree_.cliques.size(); ++c) children[tree_.cliques[c].parent].push_back(c);

    for (Variable a = 0; a < n; ++a) {
        const auto keep = [&](const Factor& joint) {
            const Variable b = joint.variables[0] == a ? joint.variables[1] : joint.variables[0];
            Factor& found = all[std::min(a, b)][std::max(a, b)];
            if (!found.cells.empty()) return;
            found = joint;
            for (double& cell : found.cells) cell *= total_;
        };
        // `joint`: of a and the variables that clique `c` shares with the one that was left for it.
        const std::function<void(std::size_t, std::size_t, const Factor&, const Variables&)> go =
            [&](std::size_t c, std::size_t from, const Factor& joint, const Variables& shared) {
                const Variables& here = tree_.cliques[c].variables;
                const bool inside = std::binary_search(here.begin(), here.end(), a);
                // Of `a` and some variables of this clique.
                const auto with_a = [&](const Variables& some) {
                    if (inside) return shares_[c].summed_to(united({a}, some), sizes_);
                    Factor given = shares_[c].summed_to(united(shared, some), sizes_);
                    const Factor below = given.summed_to(shared, sizes_);
                    Places(given.variables, shared, sizes_).each([&](std::size_t cell, std::size_t place) {
                        given.cells[cell] /= std::max(below.cells[place], least_share);
                    });
                    return product(joint, given, sizes_).summed_to(united({a}, some), sizes_);
                };
                for (const Variable b : here)
                    if (b != a && all[std::min(a, b)][std::max(a, b)].cells.empty()) keep(with_a({b}));
                const auto onward = [&](std::size_t next, const Variables& through) {
                    if (next != from) go(next, c, with_a(through), through);
                };
                if (c != 0) onward(tree_.cliques[c].parent, tree_.cliques[c].shared);
                for (const std::size_t child : children[c]) onward(child, tree_.cliques[child].shared);
            };
        const std::size_t start = tree_.holding({a}, sizes_);
        go(start, tree_.cliques.size(), {}, {});
    }
    return all;
}

}  // namespace scrim::marginal
