// Comparison: a release beside its original, value by value, for metrics that ask what a user of the release would
// find.
//
// A metric of kernel/metrics sees what a release did to its cells. One of these sees two tables over the same domains,
// so it also measures releases whose rows are not generalizations of true rows, and those of other tools. A metric file
// describes itself in one ComparisonSpec, returned by <name>_comparison(), and is listed in comparisons.def; that is
// all.
//
//   if (const auto found = compare::find_comparison("query_error")->measure(comparison)) … found->value …
//
// They tell about the original: they are for the owner, and in no certificate.
#pragma once

#include "kernel/core/count_query.h"
#include "kernel/core/domain.h"
#include "kernel/hierarchy/attribute.h"
#include "scrim/catalogue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::compare {

// A column that both tables have. Its domain holds the values of both, in their order.
struct Attribute {
    hierarchy::Attribute column;
    bool quasi_identifier = false;

    const std::string& name() const { return column.name; }
    const Domain& domain() const { return column.domain(); }
};

// One of the two tables, column by column: weighted rows of labels, and what each label covers. A record that prints a
// span is taken to be any of the span's values, each as likely.
struct Side {
    std::vector<std::vector<Span>> printed;  // per attribute, by label: never empty spans
    std::vector<std::vector<Code>> labels;   // per attribute, by row
    std::vector<double> weights;             // by row: records; a fraction where it is not known whose value it is
    double total = 0;                        // sum of the weights

    std::size_t rows() const { return weights.size(); }
    Span span(std::size_t attribute, std::size_t row) const { return printed[attribute][labels[attribute][row]]; }
};

using scrim::CountQuery;

struct Comparison {
    std::vector<Attribute> attributes;
    Side original;  // labels are the codes themselves, weights are whole
    Side release;
    std::optional<std::size_t> target;  // the attribute that a classifier would predict
    std::vector<CountQuery> workload;   // none: it was not asked for
    std::uint64_t seed = 1;             // of what a metric chooses by chance
};

using Figures = std::vector<std::pair<std::string, double>>;

struct Measured {
    double value = 0;
    Figures details = {};     // more about the release
    Figures references = {};  // what to compare the value with: the original, or no release at all
};

struct ComparisonSpec : MetricInfo {
    // Nothing when the tables lack what the metric needs.
    std::optional<Measured> (*measure)(const Comparison&) = nullptr;
    bool of_workload = false;  // it is about the counts of Comparison::workload …
    bool of_target = false;    // … or about how well the target is predicted
};

// The registry: comparisons.def, in its order.
const std::vector<const ComparisonSpec*>& comparisons();
const ComparisonSpec* find_comparison(std::string_view name);

}  // namespace scrim::compare
