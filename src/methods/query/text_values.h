// Text without a hierarchy: the values that a column prints, those that the query names, and one atom for all others.
#pragma once

#include "methods/query/meaning.h"

namespace scrim::querying {

// A label "*" stands for any value, "885**" for 885 and at most two characters more, {a, b} for its members; any other
// label, and every label of an exact column, for itself.
Result<Meaning> text_values(const ReleasedColumn& column, std::span<const LiteralSyntax> literals);

}  // namespace scrim::querying
