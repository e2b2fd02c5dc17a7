// NaiveBayes: the class that is most probable if the features are independent within each class.
//
// Boxes count in every bin of a feature by their share; each bin of each class has one more than was counted (Laplace).
// Numbers of more than 20 different values are binned, see bins.h.
#pragma once

#include "kernel/compare/bins.h"
#include "kernel/compare/training_set.h"

namespace scrim::compare {

class NaiveBayes {
public:
    // `bins`: one per feature.
    NaiveBayes(const TrainingSet& set, std::vector<Bins> bins);

    // The first of several that are most probable. A class that was never seen is not.
    std::uint32_t classify(FeatureCodes codes) const;

private:
    std::vector<Bins> bins_;
    std::vector<double> priors_;                 // logarithms, by class
    std::vector<std::vector<double>> evidence_;  // logarithms, by feature: class by class, bin by bin
};

}  // namespace scrim::compare
