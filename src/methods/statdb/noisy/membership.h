// Membership inference: how often an attacker who knows everything about everybody else tells from one answer whether a
// person is in the table.
//
// For people drawn at random, the question is how many have this person's quasi-identifiers ("who"), and how many of
// them this person's value ("what"). The attacker knows how many others there are, sees one answer, either of the table
// or of the same table without the person, bucketized anew, and says which. Guessing is right half the time. Of noise
// it is also known: the best attack on an answer of epsilon is right with the chance e^epsilon / (1 + e^epsilon), and
// no attack on any number of answers with more, epsilon being their sum.
#pragma once

#include "kernel/core/random.h"
#include "methods/statdb/stat_table.h"
#include "scrim/noisy.h"

namespace scrim::statdb::noisy {

Result<MembershipReport> membership(const StatTable& table, const MembershipRequest& request, Random& random,
                                    Progress& progress);

}  // namespace scrim::statdb::noisy
