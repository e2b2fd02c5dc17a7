// ValueSpace: what columns print, as points of a Euclidean space in which every column weighs the same.
//
// A number is its distance from the column's mean in standard deviations. Two categories are as far apart as the way
// between them in their hierarchy is long: a value has the same amount at each node above it, but for the top, its own
// leaf included. A span is the mean of its values; NULL among numbers is their mean.
#pragma once

#include "kernel/hierarchy/attribute.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrim::metrics {

// What one column adds to a point: few of the space's coordinates.
struct Place {
    std::vector<std::pair<std::uint32_t, double>> amounts;
    double square = 0;  // of all amounts
};
// What a record prints, column by column, and for how many records it stands. The places outlive it.
struct SpacePoint {
    std::vector<const Place*> places;
    double weight = 1;
};

class ValueSpace {
public:
    // Adds a column: `records` says how many of the original's hold each code.
    void add(const hierarchy::Attribute& attribute, const std::vector<double>& records);

    std::uint32_t coordinates() const { return coordinates_; }
    // Of a column, in the order in which they were added.
    Place place(std::size_t column, Span printed) const;

private:
    struct Axis {
        const hierarchy::Attribute* attribute = nullptr;
        std::uint32_t first = 0;      // coordinate
        std::vector<double> numbers;  // by code, in standard deviations; empty for categories
        double amount = 0;            // of a category at a node
    };
    std::vector<Axis> axes_;
    std::uint32_t coordinates_ = 0;
};

}  // namespace scrim::metrics
