// A random workload: count queries as the evaluations of the papers draw them.
//
// A query asks about `dimensions` columns, chosen at random, and about a share of each one's values such that it
// matches `selectivity` of all combinations of values: a random interval of numbers and dates, random values of other
// columns (Xiao, Tao, Anatomy, VLDB 2006, section 6). Equal seeds give equal workloads.
#pragma once

#include "kernel/compare/comparison.h"

#include <span>

namespace scrim::compare {

struct RandomWorkload {
    std::size_t queries = 1000;
    std::size_t dimensions = 3;  // at most the columns that have two values or more
    double selectivity = 0.05;   // above 0, below 1
    std::uint64_t seed = 1;
};

// No queries where no column has two values.
std::vector<CountQuery> random_workload(std::span<const Attribute> attributes, const RandomWorkload& wanted);

}  // namespace scrim::compare
