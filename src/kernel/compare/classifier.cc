// Classifier accuracy: a decision tree is trained on the release and tested on records of the original that it has not
// seen; the share that it classifies rightly. Higher is better. Beside it stand a naive Bayes classifier's accuracy,
// and as references both trained on the original instead, and always guessing the most frequent class.
//
// A third of the original's records, at most 10,000, are held out, chosen by the seed; they are taken out of the
// release too (held_out.h). At most 50,000 records or rows are trained on. The features are all other columns that both
// tables have; a record of the original falls into a released span.
//
// Fung, Wang, Chen, Yu, ACM Computing Surveys 2010, section 4.2: no metric of the data guarantees good classification
// of future cases, "it is essential to experimentally evaluate the impact".
#include "kernel/compare/decision_tree.h"
#include "kernel/compare/held_out.h"
#include "kernel/compare/naive_bayes.h"
#include "kernel/core/random.h"

#include <algorithm>
#include <numeric>

namespace scrim::compare {
namespace {

constexpr std::size_t most_tested = 10'000, most_trained = 50'000, most_classes = 50;
constexpr Code most_values = 20;  // that naive Bayes takes as they are
constexpr std::uint32_t no_class = UINT32_MAX;

// What is classified, by what.
struct Task {
    const Comparison& input;
    std::size_t target;
    std::vector<std::size_t> columns;  // of the features
    std::vector<const Attribute*> features;
    std::vector<std::uint32_t> class_of_code;  // of the target; no_class for values that the original lacks
    std::size_t classes = 0;

    TrainingSet empty() const { return {features.size(), classes, {}, {}, {}}; }
    // Nothing is added for a row that does not print one class.
    void add(TrainingSet& set, const Side& side, std::size_t row, double weight) const {
        const Span printed = side.span(target, row);
        if (weight <= 0 || printed.width() != 1 || class_of_code[printed.lo] == no_class) return;
        std::vector<Span> box;
        for (const std::size_t column : columns) box.push_back(side.span(column, row));
        set.add(box, weight, class_of_code[printed.lo]);
    }
};

std::optional<Task> task_of(const Comparison& input) {
    if (!input.target) return std::nullopt;
    Task task{input, *input.target, {}, {}, {}, 0};
    for (std::size_t a = 0; a < input.attributes.size(); ++a) {
        if (a == task.target) continue;
        task.columns.push_back(a);
        task.features.push_back(&input.attributes[a]);
    }
    std::vector<char> occurs(input.attributes[task.target].domain().size(), 0);
    for (const Code code : input.original.labels[task.target]) occurs[code] = 1;
    for (const char there : occurs)
        task.class_of_code.push_back(there ? static_cast<std::uint32_t>(task.classes++) : no_class);
    if (task.classes < 2 || task.classes > most_classes || task.features.empty()) return std::nullopt;
    return task;
}

struct Accuracies {
    double tree = 0, bayes = 0;
};

Accuracies accuracies(const Task& task, const TrainingSet& trained, std::span<const std::uint32_t> tested,
                      const std::vector<Bins>& bins) {
    const DecisionTree tree(trained, task.features);
    const NaiveBayes bayes(trained, bins);
    std::size_t by_tree = 0, by_bayes = 0;
    std::vector<Code> codes(task.features.size());
    for (const std::uint32_t record : tested) {
        for (std::size_t f = 0; f < codes.size(); ++f) codes[f] = task.input.original.span(task.columns[f], record).lo;
        const std::uint32_t truth = task.class_of_code[task.input.original.span(task.target, record).lo];
        by_tree += tree.classify(codes) == truth ? 1 : 0;
        by_bayes += bayes.classify(codes) == truth ? 1 : 0;
    }
    const auto all = static_cast<double>(tested.size());
    return {static_cast<double>(by_tree) / all, static_cast<double>(by_bayes) / all};
}

// The share of the tested records of the class that is most frequent among the others.
double majority(const Task& task, const TrainingSet& trained, std::span<const std::uint32_t> tested) {
    std::vector<double> weights(task.classes, 0);
    for (std::size_t i = 0; i < trained.size(); ++i) weights[trained.labels[i]] += trained.weights[i];
    const auto most = std::max_element(weights.begin(), weights.end()) - weights.begin();
    const auto right = std::count_if(tested.begin(), tested.end(), [&](std::uint32_t record) {
        return task.class_of_code[task.input.original.span(task.target, record).lo] == most;
    });
    return static_cast<double>(right) / static_cast<double>(tested.size());
}

std::optional<Measured> measure_classifier(const Comparison& input) {
    const std::optional<Task> task = task_of(input);
    if (!task) return std::nullopt;
    SeededRandom random(input.seed);
    std::vector<std::uint32_t> records;  // rows of the original, as often as they occur
    for (std::uint32_t row = 0; row < input.original.rows(); ++row)
        records.insert(records.end(), static_cast<std::size_t>(input.original.weights[row]), row);
    random.shuffle(std::span(records));
    const std::size_t held = std::min(records.size() / 3, most_tested);
    if (held == 0) return std::nullopt;
    const auto tested = std::span(records).first(held);
    const auto others = std::span(records).subspan(held).first(std::min(records.size() - held, most_trained));
    std::vector<Bins> bins;
    for (const std::size_t column : task->columns) bins.push_back(Bins::of(input, column, most_values));

    TrainingSet original = task->empty();
    for (const std::uint32_t record : others) task->add(original, input.original, record, 1);
    TrainingSet release = task->empty();
    const std::vector<double> weights = weights_without(input, tested);
    std::vector<std::uint32_t> rows(input.release.rows());
    std::iota(rows.begin(), rows.end(), 0U);
    if (rows.size() > most_trained) {
        random.shuffle(std::span(rows));
        rows.resize(most_trained);
    }
    for (const std::uint32_t row : rows) task->add(release, input.release, row, weights[row]);
    if (release.size() == 0) return std::nullopt;

    const Accuracies before = accuracies(*task, original, tested, bins);
    const Accuracies after = accuracies(*task, release, tested, bins);
    return Measured{after.tree,
                    {{"naive_bayes", after.bayes}},
                    {{"original", before.tree},
                     {"original_naive_bayes", before.bayes},
                     {"majority", majority(*task, original, tested)},
                     {"tested", static_cast<double>(held)}}};
}

}  // namespace

const ComparisonSpec& classifier_comparison() {
    static const ComparisonSpec spec = {
        {.name = "classifier",
         .title = "accuracy of a decision tree trained on the release",
         .citation =
             "Fung, Wang, Chen, Yu: Privacy-preserving data publishing, ACM Computing Surveys 2010, section 4.2; "
             "the tree and its handling of spans after Quinlan: C4.5, 1993",
         .lower_is_better = false,
         .normalization = "share of held-out originals: 1 (all classified rightly) to that of the most frequent class "
                          "(nothing learned) and below"},
        measure_classifier,
        false,
        true};
    return spec;
}

}  // namespace scrim::compare
