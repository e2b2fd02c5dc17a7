// CellGeneralizer: generalizes the sensitive values of one class, record by record, until nobody's guarding node is
// believed of anybody with more than p.
//
// Which records print which nodes, at what cost: a record that prints a node of w leaves costs w - 1. The guarding
// nodes of a class are constraints, one each: the mean over the records of the probability that their value lies below
// it is at most p (kernel/models/breach.h). Greedy: the step that takes most off what is too much, per cost; then every
// cell that could be printed more specifically by itself is. Generalizing may also bring a value into question that
// nobody has, so that not every class can be helped.
//
// X. Xiao, Y. Tao, Personalized Privacy Preservation, SIGMOD 2006 (SA-generalization).
//
//   CellGeneralizer generalizer(hierarchy, Ratio(1, 2));
//   const auto& made = generalizer.run(values, guards);   // {{HIV, 3}, {flu, 1}}, {infectious}
//   if (made.holds) …                                      // made.cells: of the three with HIV, two print "any"
#pragma once

#include "kernel/core/histogram.h"
#include "kernel/models/breach.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace scrim::recode::subtree {

class CellGeneralizer {
public:
    // So many records with this value print this node, or the value itself.
    struct Cell {
        Code value = 0;
        Span node;
        std::uint64_t records = 0;

        friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
    };
    struct Made {
        bool holds = false;
        std::uint64_t cost = 0;
        std::vector<Cell> cells;  // every record of the class; only if it holds
    };

    // The hierarchy outlives it.
    CellGeneralizer(const hierarchy::Hierarchy& hierarchy, const Ratio& p);

    // `values` and `guards` are different ones; no guard is empty.
    const Made& run(std::span<const ValueCount> values, std::span<const Span> guards);

private:
    // What one guarding node of the class allows, in units of 1 / (scale * denominator of p).
    struct Limit {
        const models::Breach* breach = nullptr;
        Int128 over = 0;  // what there is, less what is allowed: too much where it is greater than 0
    };
    struct Step {
        std::size_t cell = 0;
        Span node;
        std::uint64_t records = 0;
    };

    const models::Breach& breach_of(Span guard);
    Int128 change(const Limit& limit, Span from, Span to) const;
    bool holds() const;
    bool best_step(Step& step) const;
    std::uint64_t as_many(const Cell& cell, Span node) const;
    bool best_way_back(Step& step) const;
    void take(const Step& step);

    const hierarchy::Hierarchy& hierarchy_;
    Int128 numerator_, denominator_;        // of p
    std::map<Span, models::Breach> known_;  // of all classes
    std::vector<Limit> limits_;
    Made made_;
};

}  // namespace scrim::recode::subtree
