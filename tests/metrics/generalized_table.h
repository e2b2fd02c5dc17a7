// GeneralizedTable: a small table beside its release, cell by cell, for slow and obvious oracles to loop over.
#pragma once

#include "kernel/metrics/metric.h"

#include <memory>
#include <random>
#include <vector>

namespace scrim::test {

struct GeneralizedTable {
    struct Attribute {
        DomainPtr domain;
        std::shared_ptr<const hierarchy::Hierarchy> hierarchy;  // null for none
    };
    struct Record {
        std::vector<Code> original;
        std::vector<Span> printed;  // each covers its original
        Code target = 0;
        bool suppressed = false;
    };

    std::vector<Attribute> attributes;
    std::vector<Record> records;
    std::uint64_t k = 1;

    // What a metric gets to see. The target attribute has values 0, 1 and 2.
    metrics::MetricInput input() const;
    std::optional<double> measure(std::string_view metric) const {
        return metrics::find_metric(metric)->measure(input());
    }
    // The released records by class: equal printed values.
    std::vector<std::vector<Record>> classes() const;
};

// One attribute over the values a, b, c, … without a hierarchy; the hierarchy of the survey's Figure 3 over Job.
GeneralizedTable::Attribute letters(Code size);
GeneralizedTable::Attribute jobs();

// Up to four attributes, with ragged hierarchies or none, and up to forty records, some suppressed. Spans are any runs
// that cover the original (local recoding), not only hierarchy nodes.
GeneralizedTable random_table(std::mt19937_64& random);
// The same records, printed exactly or not at all.
GeneralizedTable released_exactly(GeneralizedTable table);
GeneralizedTable suppressed_entirely(GeneralizedTable table);
// Every record printed by one partition of each domain into runs; `cuts[a]` says where the runs of attribute a begin.
using Cuts = std::vector<std::vector<Code>>;
Cuts random_cuts(const GeneralizedTable& table, std::mt19937_64& random);
GeneralizedTable recoded_globally(GeneralizedTable table, const Cuts& cuts);

// Draws a number in [low, high].
Code draw(std::mt19937_64& random, Code low, Code high);

}  // namespace scrim::test
