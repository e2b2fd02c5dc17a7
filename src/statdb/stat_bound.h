// The ends of intervals as answers carry them: exact, for people, and as numbers that programs can compare.
#pragma once

#include "core/domain.h"
#include "scrim/statdb.h"
#include "statdb/anatomy_answer.h"

namespace scrim {

StatValue value_of(const Bounds& bounds);
StatValue value_of(const CountInterval& interval);
// Dates are numbers to the arithmetic.
StatBound date_of(const Ratio& number, const Domain& domain);
// An end that is only likely.
StatBound estimated(double end);

}  // namespace scrim
