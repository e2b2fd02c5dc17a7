// The type of a column that a released table is written with, as SQL names it: numbers are numbers, dates are dates.
#pragma once

#include "kernel/core/domain.h"

#include <string>

namespace scrim::libpq {

std::string column_type(const Domain& domain);

}  // namespace scrim::libpq
