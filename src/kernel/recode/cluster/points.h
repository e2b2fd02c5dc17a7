// Points: the different combinations of quasi-identifiers, and the atoms in them, which move between classes.
//
// Where models only count, an atom is a point with all its records; otherwise it is one tuple, for records of a point
// differ in what models look at. Any number of an atom's records may go to a class: a share.
#pragma once

#include "kernel/recode/cluster/hull_cost.h"
#include "kernel/recode/recoding.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode::cluster {

// So many records of an atom.
struct Share {
    std::uint32_t atom = 0;
    std::uint32_t records = 0;
};
using Class = std::vector<Share>;

class Points {
public:
    explicit Points(const Problem& problem);

    const HullCost& cost() const { return cost_; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(first_atom_.size() - 1); }
    const Place* row(std::uint32_t point) const { return &rows_[point * cost_.stride()]; }

    // Atoms first_atom(p) .. first_atom(p + 1) - 1 are those of point p.
    std::uint32_t first_atom(std::uint32_t point) const { return first_atom_[point]; }
    std::uint32_t atoms() const { return static_cast<std::uint32_t>(records_.size()); }
    std::uint32_t records(std::uint32_t atom) const { return records_[atom]; }
    std::uint32_t point_of(std::uint32_t atom) const { return point_of_.empty() ? atom : point_of_[atom]; }
    // The first of its tuples: the only one, unless models only count.
    std::uint32_t first_tuple(std::uint32_t atom) const { return first_tuple_[atom]; }
    const std::uint32_t* first_tuples() const { return first_tuple_.data(); }

    // The classes with tuples instead of atoms, each printed as narrowly as possible.
    Recoding release(const Problem& problem, const std::vector<Class>& classes) const;

private:
    HullCost cost_;
    std::vector<Place> rows_;
    std::vector<std::uint32_t> first_atom_;   // by point, and the end
    std::vector<std::uint32_t> point_of_;     // by atom; empty when atoms are points
    std::vector<std::uint32_t> first_tuple_;  // by atom, and the end
    std::vector<std::uint32_t> records_;      // by atom
};

}  // namespace scrim::recode::cluster
