// Numbers and dates as points and gaps: what intervals, whose values nobody listed, stand for.
#pragma once

#include "methods/query/meaning.h"

namespace scrim::querying {

// Nothing where the labels are not all numbers, dates, intervals of them, sets of these or "*". In a column whose
// outline says how many digits its values have, gaps without such a value are left out, and a label that is no interval
// stands for any value. An Error for a number of the query that needs more digits than are computed with.
//
// For expectations, values have the digits of the labels and lie between the outermost numbers that labels name.
Result<std::optional<Meaning>> number_axis(const ReleasedColumn& column, std::span<const LiteralSyntax> literals);

}  // namespace scrim::querying
