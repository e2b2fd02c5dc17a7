// Problem: what is to be recoded, and what must hold afterwards. All that a recoder sees.
//
// A recoder works on distinct tuples with multiplicities, never on rows or strings. The first columns of the tuples are
// the quasi-identifiers, over the leaves of their hierarchies; then come the columns that models look at (sensitive
// values, guarding nodes, the person). Tuples are sorted, so that tuples of equal quasi-identifiers stand together.
#pragma once

#include "kernel/core/tuples.h"
#include "kernel/hierarchy/attribute.h"
#include "kernel/metrics/metric.h"
#include "kernel/recode/demands.h"
#include "kernel/recode/workload.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::recode {

struct Problem {
    std::vector<hierarchy::Attribute> quasi_identifiers;
    std::shared_ptr<const Tuples> tuples;         // quasi-identifiers first, in their order
    Demands demands;                              // what every class must satisfy
    std::uint64_t suppression_limit = 0;          // records that may be left out
    const metrics::MetricSpec* metric = nullptr;  // what to minimize (or maximize, as the metric says)
    std::size_t target = 0;                       // column a classifier would predict, for metrics that ask; 0 for none
    Workload workload = {};                       // count queries that the release should answer well; empty for none
    bool null_apart = false;  // numbers are not cut while NULL is among them; see recode/partition/axis.h

    std::size_t dimensions() const { return quasi_identifiers.size(); }
    std::uint64_t records() const { return tuples->total; }
    const Column& column(std::size_t attribute) const { return tuples->table[attribute]; }
};

}  // namespace scrim::recode
