#include "kernel/compare/decision_tree.h"

#include <algorithm>
#include <cmath>

namespace scrim::compare {
namespace {

constexpr std::size_t longest_path = 12;
constexpr double least_share = 0.002;
constexpr double no_gain = 1e-9;  // what rounding leaves of no gain at all

double plogp(double weight) { return weight > 0 ? weight * std::log2(weight) : 0; }

std::vector<double> weights_of_classes(const TrainingSet& set) {
    std::vector<double> weights(set.classes, 0);
    for (std::size_t i = 0; i < set.size(); ++i) weights[set.labels[i]] += set.weights[i];
    return weights;
}

// The weight of each class below each code of one feature, boxes spread evenly over their spans.
class ClassesBelow {
public:
    ClassesBelow(const TrainingSet& set, std::size_t feature, Code size) : classes_(set.classes) {
        begin_ = size;
        end_ = 0;
        for (std::size_t i = 0; i < set.size(); ++i) {
            begin_ = std::min(begin_, set.box(i)[feature].lo);
            end_ = std::max(end_, set.box(i)[feature].hi);
        }
        if (begin_ >= end_) begin_ = end_ = 0;
        // First by how much the weight per code changes, then that weight, then its sum.
        below_.assign((end_ - begin_ + 2) * classes_, 0);
        for (std::size_t i = 0; i < set.size(); ++i) {
            const Span span = set.box(i)[feature];
            const double each = set.weights[i] / span.width();
            at(span.lo + 1)[set.labels[i]] += each;
            at(span.hi + 1)[set.labels[i]] -= each;
        }
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t i = classes_; i < below_.size(); ++i) below_[i] += below_[i - classes_];
    }
    const double* operator()(Code code) const { return &below_[(std::clamp(code, begin_, end_) - begin_) * classes_]; }
    // Does the span tell apart anything that is there?
    bool cuts(Span span) const {
        const Span there{begin_, end_};
        return span.overlaps(there) && !span.covers(there);
    }

private:
    double* at(Code code) { return &below_[(code - begin_) * classes_]; }

    std::size_t classes_;
    Code begin_, end_;
    std::vector<double> below_;
};

}  // namespace

std::vector<Span> DecisionTree::questions(const Attribute& feature) {
    std::vector<Span> spans;
    const Domain& domain = feature.domain();
    if (domain.is_numeric()) {
        for (Code code = 1; code < domain.size(); ++code) spans.push_back({0, code});
        return spans;
    }
    for (const hierarchy::Hierarchy::Node& node : feature.column.hierarchy->nodes())
        if (node.span.width() < domain.size()) spans.push_back(node.span);
    return spans;
}

DecisionTree::Split DecisionTree::best_split(const TrainingSet& set, std::span<const Attribute* const> features,
                                             double least) {
    const std::vector<double> all = weights_of_classes(set);
    double total = 0, spread = 0;  // spread: the sum of w log w over the classes
    for (const double weight : all) {
        total += weight;
        spread += plogp(weight);
    }
    const double entropy = plogp(total) - spread;
    Split best;
    if (entropy <= no_gain * total) return best;
    for (std::size_t f = 0; f < features.size(); ++f) {
        const ClassesBelow below(set, f, features[f]->domain().size());
        for (const Span span : questions(*features[f])) {
            if (!below.cuts(span)) continue;
            const double *lo = below(span.lo), *hi = below(span.hi);
            double inside = 0, spread_inside = 0, spread_outside = 0;
            for (std::size_t c = 0; c < set.classes; ++c) {
                const double weight = hi[c] - lo[c];
                inside += weight;
                spread_inside += plogp(weight);
                spread_outside += plogp(all[c] - weight);
            }
            const double outside = total - inside;
            if (inside < least || outside < least) continue;
            const double left = plogp(inside) - spread_inside + plogp(outside) - spread_outside;
            const double gain = (entropy - left) / total;
            if (gain > best.gain + no_gain) best = {f, span, gain};
        }
    }
    return best;
}

DecisionTree::DecisionTree(const TrainingSet& set, std::span<const Attribute* const> features)
    : features_(features.begin(), features.end()), least_(std::max(1.0, least_share * set.total())) {
    grow(set, 0);
}

std::uint32_t DecisionTree::grow(TrainingSet set, std::size_t depth) {
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    const std::vector<double> weights = weights_of_classes(set);
    if (!weights.empty())
        nodes_[id].label =
            static_cast<std::uint32_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
    if (depth == longest_path) return id;
    const Split split = best_split(set, features_, least_);
    if (split.gain <= 0) return id;
    TrainingSet inside{set.features, set.classes, {}, {}, {}}, outside = inside;
    std::vector<Span> box;
    for (std::size_t i = 0; i < set.size(); ++i) {
        box.assign(set.box(i).begin(), set.box(i).end());
        const Span whole = box[split.feature];
        const auto send = [&](TrainingSet& to, Span part) {
            if (part.lo >= part.hi) return;
            box[split.feature] = part;
            to.add(box, set.weights[i] * part.width() / whole.width(), set.labels[i]);
        };
        send(outside, {whole.lo, std::min(whole.hi, split.span.lo)});
        send(inside, {std::max(whole.lo, split.span.lo), std::min(whole.hi, split.span.hi)});
        send(outside, {std::max(whole.lo, split.span.hi), whole.hi});
    }
    set = {};
    const std::uint32_t left = grow(std::move(inside), depth + 1);
    const std::uint32_t right = grow(std::move(outside), depth + 1);
    nodes_[id].split = split;
    nodes_[id].inside = left;
    nodes_[id].outside = right;
    return id;
}

std::uint32_t DecisionTree::classify(FeatureCodes codes) const {
    std::uint32_t at = 0;
    while (nodes_[at].inside != 0)
        at = nodes_[at].split.span.contains(codes[nodes_[at].split.feature]) ? nodes_[at].inside : nodes_[at].outside;
    return nodes_[at].label;
}

std::size_t DecisionTree::leaves() const {
    return static_cast<std::size_t>(
        std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.inside == 0; }));
}

}  // namespace scrim::compare
