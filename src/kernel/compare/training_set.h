// What a classifier is trained on: weighted boxes of spans, each with its class. A record of the original is a box of
// single values.
#pragma once

#include "kernel/compare/comparison.h"

#include <span>

namespace scrim::compare {

struct TrainingSet {
    std::size_t features = 0;
    std::size_t classes = 0;
    std::vector<Span> boxes;            // features of them for each record
    std::vector<double> weights;        // by record
    std::vector<std::uint32_t> labels;  // by record: its class

    std::size_t size() const { return weights.size(); }
    std::span<const Span> box(std::size_t record) const {
        return std::span(boxes).subspan(record * features, features);
    }
    void add(std::span<const Span> box, double weight, std::uint32_t label) {
        boxes.insert(boxes.end(), box.begin(), box.end());
        weights.push_back(weight);
        labels.push_back(label);
    }
    double total() const {
        double sum = 0;
        for (const double weight : weights) sum += weight;
        return sum;
    }
};

// A record to be classified: one code per feature.
using FeatureCodes = std::span<const Code>;

}  // namespace scrim::compare
