// Stated persons: how many people each class of a release holds, as its person tables say.
//
// A release whose people have several records does not link these (docs/publish.md says why). It states how many people
// are in each class, and how many of them have each sensitive value. Nobody can confirm that from the files alone, but
// it must fit the records: every class and value of the data and no other, no more people than records, no more people
// with a value than in the class, and enough of them to make up the class. What is left for models to judge by is then
// the same for any people that fit, so some are made up that do.
#pragma once

#include "kernel/models/evidence.h"
#include "methods/verify/released_data.h"

#include <optional>

namespace scrim::verifier {

// Evidence that counts the stated people, over the domains of `records` (quasi-identifiers, then sensitive columns, as
// JudgedData has them). Nothing, and a claim that fails, where they do not fit the records.
Result<std::optional<models::Evidence::Input>> stated_persons(ReleasedData& release, const ClaimedRelease& claimed,
                                                              const JudgedData& records, const Reading& reading,
                                                              Ledger& ledger);

// The stated people against the original's, who are traced to their classes: "" where classes and values have as many.
std::string persons_differ(const models::Evidence& stated, const models::Evidence& traced);

}  // namespace scrim::verifier
