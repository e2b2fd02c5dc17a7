// From the noisy whole numbers that were drawn to what people read: estimates, and intervals that hold the truth with a
// stated confidence. Nothing here looks at data.
#pragma once

#include "methods/statdb/noisy/measurement.h"
#include "methods/statdb/query_groups.h"
#include "scrim/noisy.h"

#include <span>

namespace scrim::statdb::noisy {

// Everything but the rows and the price.
NoisyAnswer titled(const Query& query, const NoisyRequest& request, const Plan& plan, const StatFacts& facts);
// The rows of `answer`.
void dress(NoisyAnswer& answer, std::span<const Int128> drawn, const Query& query, const Plan& plan,
           const QueryGroups& groups, const StatSchema& schema);

}  // namespace scrim::statdb::noisy
