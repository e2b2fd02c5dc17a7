// Random tables of one sensitive attribute, cut into random classes.
#pragma once

#include "tests/models/example.h"

#include <random>

namespace scrim::models {

// The attribute is numeric and has a random hierarchy, so that any model can be asked. Not every value of its domain
// occurs.
struct RandomTable {
    explicit RandomTable(std::mt19937_64& random, bool may_have_null = true);
    RandomTable(const RandomTable&) = delete;
    RandomTable& operator=(const RandomTable&) = delete;

    hierarchy::Hierarchy hierarchy;
    Sensitive attribute;
    std::vector<Example> classes;  // of random sizes, populations and guards; together the whole table
};

// A number from low to high, both included.
std::uint64_t number_between(std::mt19937_64& random, std::uint64_t low, std::uint64_t high);

// The distance of a class to its table by the oracle, for distances [i][j] between codes in steps of 1 / unit.
using Distances = std::vector<std::vector<std::int64_t>>;
Ratio transport_distance(const Example& example, const Distances& distance, std::int64_t unit);

}  // namespace scrim::models
