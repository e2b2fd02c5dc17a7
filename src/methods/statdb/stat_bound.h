// The ends of intervals as answers carry them: exact, for people, and as numbers that programs can compare.
#pragma once

#include "kernel/core/domain.h"
#include "methods/statdb/anatomy_answer.h"
#include "scrim/statdb.h"

namespace scrim::statdb {

StatValue value_of(const Bounds& bounds);
StatValue value_of(const CountInterval& interval);
// Dates are numbers to the arithmetic.
StatBound date_of(const Ratio& number, const Domain& domain);
// An end that is only likely.
StatBound estimated(double end);

}  // namespace scrim::statdb
