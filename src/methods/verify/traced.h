// The original's records in the classes of a release: what it takes to recount people, and to ask about guarding nodes
// and columns that are not released.
//
// Possible only where every record of the original fits one class or none, and each class has room for exactly those
// that fit it: then it is certain who is where.
#pragma once

#include "kernel/models/evidence.h"
#include "methods/verify/class_boxes.h"
#include "methods/verify/released_data.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

// Sensitive columns go over the leaves of their hierarchies, as check does it, but for the one of `cells`, if there is
// one, whose values are generalized record by record.
Result<models::Evidence::Input> evidence_input(Tuples tuples, std::vector<std::string> quasi_identifiers,
                                               const std::vector<std::string>& sensitive,
                                               const hierarchy::Hierarchies& hierarchies,
                                               const PrintedColumn* cells = nullptr);

struct Traced {
    std::optional<models::Evidence::Input> input;
    std::uint64_t original_people = 0;  // of the original, where its people are counted
    std::string why_not;
};

// `released` as ClassBoxes wants it; `named` are columns that promises ask about besides. Cells of a sensitive column
// are dealt to a class's records in any order: models count values and guarding nodes by class, and not together.
Result<Traced> trace(TableSource& original, const Policy& policy, const ClaimedRelease& claimed, const Tuples& released,
                     const std::vector<PrintedColumn>& printed, const hierarchy::Hierarchies& hierarchies,
                     const std::vector<std::string>& named, const PrintedColumn* cells, const Reading& reading);

}  // namespace scrim::verifier
