// Meaning: what the cells of a column may stand for, in terms of one query.
//
// The values that a column may have are cut into atoms, ordered: single values, and the gaps between those that labels
// and the query name. No condition of the query parts an atom, so that a cell is a set of atoms: [20, 24] is 20, the
// gap above it and 24. Nothing is assumed about which values occur in a gap; it has only a number of them, for
// expectations.
//
//   values   where a hierarchy names all leaves: those, each an atom
//   numbers  of labels such as [20, 24], <20 and *: the ends of labels, the query's numbers and the gaps
//   text     otherwise: the labels themselves, and one atom for all other values
#pragma once

#include "kernel/hierarchy/attribute.h"
#include "methods/query/released.h"
#include "methods/statdb/query/spans.h"
#include "methods/statdb/query/syntax.h"
#include "scrim/result.h"

#include <optional>
#include <span>
#include <vector>

namespace scrim::querying {

using statdb::query::LiteralSyntax;
using statdb::query::Spans;

struct Meaning {
    hierarchy::Attribute attribute;  // over the atoms: conditions are bound to it
    std::vector<Spans> cells;        // by printed code; not empty
    // How many values lie in the atoms before each one, and the doubled sum of these: for an expectation that takes all
    // values of a cell for equally likely. Empty where they do not fit.
    std::vector<Int128> values_before, twice_sum_before;
    // The least and the greatest value of each atom, NULL aside, in units of the attribute's domain's kind and `scale`;
    // empty for text.
    std::vector<Int128> low, high;
    int scale = 0;
    Int128 step = 1;                              // between two of the values that a gap is taken to have
    bool open_below = false, open_above = false;  // the first atom has no least value, the last no greatest
    bool all_values = false;                      // nobody in the original has another value than the atoms'

    const Domain& domain() const { return attribute.domain(); }
    bool has_numbers() const { return domain().is_numeric(); }
    Int128 values_in(const Spans& set) const;
    Int128 twice_sum_in(const Spans& set) const;
};

// `literals`: what the query compares the column with. `adds_up`: it asks for numbers of the column, too.
Result<Meaning> meaning_of(const ReleasedColumn& column, std::span<const LiteralSyntax> literals, bool adds_up);

}  // namespace scrim::querying
