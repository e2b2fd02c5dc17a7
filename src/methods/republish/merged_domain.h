// Two domains of one attribute, from different versions of the data, as one.
#pragma once

#include "kernel/core/column.h"
#include "scrim/result.h"

namespace scrim::republication {

// The values of both: numbers and dates by value, text in the order of the first and then what only the second has;
// NULL, where either has it, last. Refuses a mixture of kinds; `name` is the attribute.
Result<DomainPtr> merged_domain(const std::string& name, const DomainPtr& one, const DomainPtr& other);
// The code in `to`, which holds every value of `from`, of each code of `from`.
std::vector<Code> codes_in(const Domain& from, const Domain& to);
// A column over a domain that holds its values.
Column over_domain(const Column& column, const DomainPtr& domain);

}  // namespace scrim::republication
