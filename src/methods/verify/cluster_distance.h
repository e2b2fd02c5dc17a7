// How far a record of the original is from the center of a cluster, recomputed from the original: in standard
// deviations of its columns, and decided exactly.
//
// The square of the distance is the sum, over the columns that the record has, of the square of the difference of two
// numbers, or of the number of steps between two categories in their hierarchy (2 between different ones where there is
// none), divided by the column's variance among the records that miss the same columns. The variance of n categories is
// the sum over all nodes below the top of c (n - c) / (n (n - 1)), where c of them are at or below the node; that of
// numbers is the usual one, with n - 1. A column without variance counts nothing.
#pragma once

#include "kernel/core/big_ratio.h"
#include "kernel/core/tuples.h"
#include "kernel/hierarchy/hierarchy.h"
#include "scrim/result.h"

#include <map>
#include <span>
#include <vector>

namespace scrim::verifier {

class ClusterDistance {
public:
    // `columns` of the original, of each of them its hierarchy, or null. Refuses a value that its hierarchy lacks.
    static Result<ClusterDistance> of(const Tuples& original, const std::vector<std::size_t>& columns,
                                      const std::vector<const hierarchy::Hierarchy*>& hierarchies);

    // Is a record, by its codes in the original's columns, within a radius of a center? Not where they miss different
    // columns.
    bool within(std::span<const Code> record, std::span<const Code> center, const Ratio& radius) const;
    // Codes that a column's value has in every record that is within a radius of a center; others may be among them.
    Span around(std::size_t column, std::span<const Code> center, const Ratio& radius) const;

private:
    struct Way {
        DomainPtr domain;
        const hierarchy::Hierarchy* hierarchy = nullptr;
        std::vector<hierarchy::Hierarchy::NodeId> leaf;  // by code, with a hierarchy
    };
    // By column; 0 where a column is missing or all values are equal. Of numbers in units of their domain's scale.
    struct Variances {
        std::vector<BigRatio> exact;
        std::vector<double> rough;
    };

    std::uint32_t steps(const Way& way, Code a, Code b) const;
    BigRatio variance(const Way& way, const std::map<Code, std::uint64_t>& counts) const;
    // Of the records that miss the same columns; null where there are none.
    const Variances* variances(std::span<const Code> center) const;
    bool misses(std::size_t column, Code code) const { return code >= ways_[column].domain->values(); }

    std::vector<Way> ways_;
    std::map<std::vector<bool>, Variances> variances_;  // by which columns are missing
};

}  // namespace scrim::verifier
