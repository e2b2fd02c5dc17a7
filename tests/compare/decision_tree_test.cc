#include "kernel/compare/decision_tree.h"
#include "tests/compare/small_comparison.h"

#include <cmath>

namespace scrim::test {
namespace decision_tree_test {

using compare::DecisionTree;
using compare::TrainingSet;

std::vector<const Attribute*> pointers(const std::vector<Attribute>& attributes) {
    std::vector<const Attribute*> features;
    for (const Attribute& attribute : attributes) features.push_back(&attribute);
    return features;
}

TrainingSet set_of(std::size_t features, std::size_t classes) { return {features, classes, {}, {}, {}}; }

TrainingSet random_set(std::mt19937_64& random, const std::vector<Attribute>& attributes, std::size_t records) {
    TrainingSet set = set_of(attributes.size(), 3);
    for (std::size_t i = 0; i < records; ++i) {
        std::vector<Span> box;
        for (const Attribute& attribute : attributes) {
            const Code size = attribute.domain().size();
            box.push_back(random() % 2 ? random_span(random, size) : Span::of(drawn(random, 0, size - 1)));
        }
        set.add(box, drawn(random, 1, 3), drawn(random, 0, 2));
    }
    return set;
}

double entropy(const std::vector<double>& weights) {
    double all = 0, sum = 0;
    for (const double weight : weights) all += weight;
    for (const double weight : weights)
        if (weight > 0) sum -= weight / all * std::log2(weight / all);
    return sum;
}

double all_of(const std::vector<double>& weights) {
    double all = 0;
    for (const double weight : weights) all += weight;
    return all;
}

// Straight from the definition: every question, every record, value by value.
DecisionTree::Split slow_best_split(const TrainingSet& set, const std::vector<Attribute>& attributes, double least) {
    DecisionTree::Split best;
    for (std::size_t f = 0; f < attributes.size(); ++f)
        for (const Span question : DecisionTree::questions(attributes[f])) {
            std::vector<double> inside(set.classes, 0), outside = inside, both = inside;
            for (std::size_t i = 0; i < set.size(); ++i) {
                const Span span = set.box(i)[f];
                for (Code code = span.lo; code < span.hi; ++code)
                    (question.contains(code) ? inside : outside)[set.labels[i]] += set.weights[i] / span.width();
                both[set.labels[i]] += set.weights[i];
            }
            const double in = all_of(inside), out = all_of(outside);
            if (in < least - 1e-9 || out < least - 1e-9) continue;
            const double gain = entropy(both) - (in * entropy(inside) + out * entropy(outside)) / (in + out);
            if (gain > best.gain + 1e-9) best = {f, question, gain};
        }
    return best;
}

TEST(DecisionTree, asks_the_best_question) {
    std::mt19937_64 random(1993);
    const std::vector<Attribute> attributes = {numbers_below("n", 9), letters_below("l", 4)};
    const auto features = pointers(attributes);
    for (int i = 0; i < 200; ++i) {
        const TrainingSet set = random_set(random, attributes, 1 + i % 20);
        const auto fast = DecisionTree::best_split(set, features, 1.25), slow = slow_best_split(set, attributes, 1.25);
        EXPECT_NEAR(fast.gain, slow.gain, 1e-9);
        if (std::abs(fast.gain - slow.gain) < 1e-12 && slow.gain > 0) {
            EXPECT_EQ(fast.feature, slow.feature);
            EXPECT_EQ(fast.span, slow.span);
        }
    }
}

// The tree by the definition: the best question, records sent down in shares, until nothing is gained.
std::uint32_t slow_classify(TrainingSet set, const std::vector<Attribute>& attributes, double least,
                            const std::vector<Code>& codes, int depth) {
    std::vector<double> weights(set.classes, 0);
    for (std::size_t i = 0; i < set.size(); ++i) weights[set.labels[i]] += set.weights[i];
    const auto label = static_cast<std::uint32_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
    const auto split = DecisionTree::best_split(set, pointers(attributes), least);
    if (split.gain <= 0 || depth == 12) return label;
    const bool in = split.span.contains(codes[split.feature]);
    TrainingSet next = set_of(set.features, set.classes);
    for (std::size_t i = 0; i < set.size(); ++i) {
        std::vector<Span> box(set.box(i).begin(), set.box(i).end());
        const Span whole = box[split.feature];
        for (Code code = whole.lo; code < whole.hi; ++code)
            if (split.span.contains(code) == in) {
                box[split.feature] = Span::of(code);
                next.add(box, set.weights[i] / whole.width(), set.labels[i]);
            }
    }
    return slow_classify(std::move(next), attributes, least, codes, depth + 1);
}

TEST(DecisionTree, classifies_as_its_slow_twin) {
    std::mt19937_64 random(1994);
    const std::vector<Attribute> attributes = {numbers_below("n", 6), letters_below("l", 3)};
    int differences = 0;
    for (int i = 0; i < 40; ++i) {
        const TrainingSet set = random_set(random, attributes, 15);
        const DecisionTree tree(set, pointers(attributes));
        for (Code n = 0; n < 6; ++n)
            for (Code l = 0; l < 3; ++l) {
                const std::vector<Code> codes = {n, l};
                differences += tree.classify(codes) != slow_classify(set, attributes, 1, codes, 0) ? 1 : 0;
            }
    }
    EXPECT_LE(differences, 3) << "but for ties that rounding decides";
}

TEST(DecisionTree, learns_what_no_single_question_tells) {
    const std::vector<Attribute> attributes = {numbers_below("x", 4), numbers_below("y", 4)};
    TrainingSet set = set_of(2, 2);
    for (Code x = 0; x < 4; ++x)
        for (Code y = 0; y < 4; ++y)
            for (int i = 0; i < 3; ++i) set.add(std::vector<Span>{Span::of(x), Span::of(y)}, 1, x >= 2 && y >= 1);
    const DecisionTree tree(set, pointers(attributes));
    EXPECT_EQ(tree.leaves(), 3u);
    for (Code x = 0; x < 4; ++x)
        for (Code y = 0; y < 4; ++y) EXPECT_EQ(tree.classify(std::vector<Code>{x, y}), x >= 2 && y >= 1 ? 1u : 0u);
}

TEST(DecisionTree, asks_about_nodes_of_a_hierarchy) {
    Attribute job;
    job.column.name = "job";
    job.column.from_file = true;
    job.column.hierarchy = std::make_shared<const hierarchy::Hierarchy>(
        *hierarchy::Hierarchy::from_paths({{"a", "x", "*"}, {"b", "x", "*"}, {"c", "y", "*"}, {"d", "y", "*"}}));
    TrainingSet set = set_of(1, 2);
    for (Code code = 0; code < 4; ++code) set.add(std::vector<Span>{Span::of(code)}, 2, code < 2 ? 1 : 0);
    const std::vector<const Attribute*> features = {&job};
    const auto split = DecisionTree::best_split(set, features, 1);
    EXPECT_EQ(split.gain, 1);
    EXPECT_EQ(split.span.width(), 2u);
}

TEST(DecisionTree, is_a_leaf_where_nothing_is_to_be_learned) {
    const std::vector<Attribute> attributes = {numbers_below("x", 4)};
    TrainingSet set = set_of(1, 2);
    set.add(std::vector<Span>{{0, 4}}, 2, 1);
    set.add(std::vector<Span>{{0, 4}}, 1, 0);
    const DecisionTree tree(set, pointers(attributes));
    EXPECT_EQ(tree.leaves(), 1u);
    EXPECT_EQ(tree.classify(std::vector<Code>{0}), 1u);
    EXPECT_EQ(DecisionTree(set_of(1, 2), pointers(attributes)).classify(std::vector<Code>{0}), 0u);
}

}  // namespace decision_tree_test
}  // namespace scrim::test
