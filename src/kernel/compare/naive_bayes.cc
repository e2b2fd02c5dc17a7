#include "kernel/compare/naive_bayes.h"

#include <cmath>
#include <limits>

namespace scrim::compare {

NaiveBayes::NaiveBayes(const TrainingSet& set, std::vector<Bins> bins) : bins_(std::move(bins)) {
    std::vector<double> weights(set.classes, 0);
    for (std::size_t i = 0; i < set.size(); ++i) weights[set.labels[i]] += set.weights[i];
    for (const double weight : weights)
        priors_.push_back(weight > 0 ? std::log(weight) : -std::numeric_limits<double>::infinity());
    for (std::size_t f = 0; f < bins_.size(); ++f) {
        const std::size_t size = bins_[f].size();
        std::vector<double>& evidence = evidence_.emplace_back(set.classes * size, 1.0);
        for (std::size_t i = 0; i < set.size(); ++i)
            bins_[f].each(set.box(i)[f], [&](std::size_t bin, double share) {
                evidence[set.labels[i] * size + bin] += set.weights[i] * share;
            });
        for (std::size_t c = 0; c < set.classes; ++c)
            for (std::size_t bin = 0; bin < size; ++bin) {
                double& counted = evidence[c * size + bin];
                counted = std::log(counted / (weights[c] + static_cast<double>(size)));
            }
    }
}

std::uint32_t NaiveBayes::classify(FeatureCodes codes) const {
    std::uint32_t best = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t c = 0; c < priors_.size(); ++c) {
        double sum = priors_[c];
        for (std::size_t f = 0; f < bins_.size(); ++f) sum += evidence_[f][c * bins_[f].size() + bins_[f][codes[f]]];
        if (sum > highest) {
            highest = sum;
            best = c;
        }
    }
    return best;
}

}  // namespace scrim::compare
