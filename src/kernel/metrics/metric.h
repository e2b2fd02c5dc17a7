// Metric: how much a release still tells.
//
// A metric file describes itself in one MetricSpec, returned by <name>_metric(), and is listed in metrics.def; that is
// all. A metric sees only a MetricInput: spans and counts, never rows or strings. Sums are integers, divided once.
//
//   if (std::optional<double> value = loss_metric().measure(input)) …
#pragma once

#include "kernel/core/histogram.h"
#include "kernel/hierarchy/attribute.h"
#include "scrim/catalogue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::metrics {

// One quasi-identifier of a release beside its original.
struct Printed {
    hierarchy::Attribute column;             // over the original values, in their order
    std::vector<Span> spans;                 // the different values that the release prints, none empty …
    std::vector<std::uint64_t> counts;       // … and how many of its records print each; they add up to `rows`
    std::optional<ValueHistogram> original;  // of the original table over the column's domain, if known
};

struct MetricInput {
    std::vector<Printed> attributes;
    std::uint64_t rows = 0;           // records of the release
    std::uint64_t original_rows = 0;  // records of the original; those that the release lacks count as suppressed
    std::vector<std::uint32_t> class_sizes;       // of the classes of equal quasi-identifiers; they add up to `rows`
    std::vector<std::uint32_t> class_majorities;  // per class: how many of its records hold the most frequent value of
                                                  // the target attribute; empty without one
    std::vector<std::uint32_t> class_people;      // per class: its people, where these are counted; empty for records
    std::uint64_t k = 1;  // the class size that was asked for, of people where these are counted; at least 1

    std::uint64_t suppressed() const { return original_rows > rows ? original_rows - rows : 0; }
    // What k bounds from below.
    const std::vector<std::uint32_t>& sizes() const { return class_people.empty() ? class_sizes : class_people; }
    // All records that a metric charges for: released or suppressed.
    std::uint64_t records() const { return rows + suppressed(); }
};

struct MetricSpec : MetricInfo {
    // Nothing when the input lacks what the metric needs.
    std::optional<double> (*measure)(const MetricInput&) = nullptr;
    // Of a metric that is the (weighted) mean over all cells, where a suppressed record costs 1: what a cell printed as
    // this span costs, 0 … 1, the more the wider. Null for other metrics. Searches use it to bound what they prune.
    double (*cell)(const hierarchy::Attribute&, Span) = nullptr;
    bool of_target = false;       // measures how well the target attribute is told
    bool is_loss = false;         // what "loss" means, and what counts where nobody names a metric; one metric has it
    bool counts_people = false;   // of classes by their people, where these are counted
    bool of_class_sizes = false;  // each class costs the square of its records, a suppressed record all of them
};

// The registry: metrics.def, in its order.
const std::vector<const MetricSpec*>& metrics();
const MetricSpec* find_metric(std::string_view name);
// The first whose trait this is, such as of_target; there is one for each.
const MetricSpec& find_metric(bool MetricSpec::*trait);
// The one that is_loss.
inline const MetricSpec& loss_metric() { return find_metric(&MetricSpec::is_loss); }

}  // namespace scrim::metrics
