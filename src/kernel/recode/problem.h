// Problem: what is to be recoded, and what must hold afterwards. All that a recoder sees.
//
// A recoder works on distinct tuples with multiplicities, never on rows or strings. The first columns of the tuples are
// the quasi-identifiers, over the leaves of their hierarchies; then come the columns that models look at (sensitive
// values, guarding nodes, the person). Tuples are sorted, so that tuples of equal quasi-identifiers stand together.
#pragma once

#include "kernel/core/tuples.h"
#include "kernel/hierarchy/hierarchy.h"
#include "kernel/metrics/metric.h"
#include "kernel/recode/demands.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::recode {

struct QuasiIdentifier {
    std::string name;
    std::shared_ptr<const hierarchy::Hierarchy>
        hierarchy;                // over the column's domain; never null: without a file, Hierarchy::flat
    bool from_file = false;       // somebody made the hierarchy; otherwise it only knows "*"
    double weight = 1;            // how much its loss counts, > 0
    std::uint32_t max_level = 0;  // no cell may be more general than this level; height() for no limit
    bool intervals = false;       // see free_intervals()

    const Domain& domain() const { return hierarchy->domain(); }
    // May cells be printed as any interval of values? Numbers and dates, unless their hierarchy means something else
    // than intervals, as that of zip codes does. Other values are printed as hierarchy nodes.
    bool free_intervals() const { return intervals; }
    // The widest span that a cell with this value may be printed as.
    Span widest(Code value) const { return hierarchy->at_level(value, max_level).span; }
};

struct Problem {
    std::vector<QuasiIdentifier> quasi_identifiers;
    std::shared_ptr<const Tuples> tuples;         // quasi-identifiers first, in their order
    Demands demands;                              // what every class must satisfy
    std::uint64_t suppression_limit = 0;          // records that may be left out
    const metrics::MetricSpec* metric = nullptr;  // what to minimize (or maximize, as the metric says)
    std::size_t target = 0;                       // column a classifier would predict, for metrics that ask; 0 for none
    bool null_apart = false;  // numbers are not cut while NULL is among them; see recode/partition/axis.h

    std::size_t dimensions() const { return quasi_identifiers.size(); }
    std::uint64_t records() const { return tuples->total; }
    const Column& column(std::size_t attribute) const { return tuples->table[attribute]; }
};

}  // namespace scrim::recode
