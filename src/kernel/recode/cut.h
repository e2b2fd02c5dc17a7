// Cuts: a global, single-dimensional recoding, where each value of an attribute is printed as one span wherever it
// occurs (full-domain, subtree and sibling generalization, value suppression).
#pragma once

#include "kernel/recode/recoding.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode {

// One attribute: the span that each value of its domain is printed as. The spans are a cut: equal or disjoint; or,
// where some values below a node are printed as themselves and the others as the node, nested.
using Cut = std::vector<Span>;

// A name of what each value is printed as: the first value that is printed the same.
std::vector<Code> names_of(const Cut& cut);

// Every value at the full-domain level, or its attribute's widest.
Cut cut_at_level(const hierarchy::Attribute& attribute, std::uint32_t level);

// The classes that such cuts, one per quasi-identifier, make of all records.
Recoding recoding_of(const Problem& problem, std::span<const Cut> cuts);

}  // namespace scrim::recode
