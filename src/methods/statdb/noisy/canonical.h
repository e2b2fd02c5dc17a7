// One text for all ways to ask the same: the condition's spans by the values they begin and end with, conjunctions and
// disjunctions in one order. The ledger knows a question by it.
//
//   {"select":["COUNT"],"where":{"age":[["30","50"]]},"of":[["flu","flu"]],"noise":"Laplace","amount":"1/10"}
#pragma once

#include "methods/statdb/noisy/measurement.h"

#include <string>

namespace scrim::statdb::noisy {

std::string canonical(const Query& query, const StatSchema& schema, const Plan& plan, const Ratio& amount);

}  // namespace scrim::statdb::noisy
