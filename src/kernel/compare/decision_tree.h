// DecisionTree: a binary classification tree over spans.
//
// Each inner node asks whether a value lies in a span: below a threshold for numbers and dates, a value or a node of
// the hierarchy for others. The question is the one that gains most information (entropy). A box that the span cuts
// goes down both ways, in shares of its values, as C4.5 sends records with missing values (Quinlan 1993, section 3). It
// is a measuring rod: there is no pruning, but a leaf holds at least 0.2 % of the weight, and no path is longer
// than 12.
//
//   const DecisionTree tree(training, attributes);   // attributes: one per feature
//   tree.classify(codes);
#pragma once

#include "kernel/compare/training_set.h"

namespace scrim::compare {

class DecisionTree {
public:
    // `features` are those of the boxes, in their order. A set without weight gives class 0.
    DecisionTree(const TrainingSet& set, std::span<const Attribute* const> features);

    std::uint32_t classify(FeatureCodes codes) const;
    std::size_t leaves() const;

    // A question, and the information in bits per record that its answer gains.
    struct Split {
        std::size_t feature = 0;
        Span span;
        double gain = 0;
    };
    // The best question whose both answers have at least `least` weight; the gain is 0 where no question tells
    // anything. The first feature, then the first span, of several that are best.
    static Split best_split(const TrainingSet& set, std::span<const Attribute* const> features, double least);
    // The spans that may be asked about.
    static std::vector<Span> questions(const Attribute& feature);

private:
    struct Node {
        Split split;
        std::uint32_t inside = 0, outside = 0;  // nodes; 0 for a leaf
        std::uint32_t label = 0;
    };
    std::uint32_t grow(TrainingSet set, std::size_t depth);

    std::vector<const Attribute*> features_;
    double least_ = 1;
    std::vector<Node> nodes_;
};

}  // namespace scrim::compare
