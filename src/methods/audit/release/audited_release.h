// AuditedRelease: a release, or a bare table, as an attacker reads it: its classes with how often each sensitive value
// occurs in them.
#pragma once

#include "kernel/models/evidence.h"
#include "methods/audit/release/belief.h"
#include "methods/verify/promises.h"
#include "methods/verify/released_data.h"
#include "scrim/check.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace scrim::audit {

struct AuditedRelease {
    std::string folder;
    verifier::ClaimedRelease claimed;
    std::vector<verifier::Promise> promises;
    hierarchy::Hierarchies hierarchies;
    std::set<std::string> outlined;     // columns whose hierarchy holds only what labels need
    std::unique_ptr<TableSource> data;  // with the quasi-identifiers
    std::optional<models::Evidence>
        evidence;                         // classes by printed quasi-identifiers, or by group; of people, where stated
    ExactReport exact;                    // columns that are printed as they are; of people, as the certificate says
    std::map<std::string, Prior> priors;  // by sensitive column: from the original, where it is given
    std::vector<std::string> not_known;   // what a bare table leaves open

    // How many there are, where people are counted; 0 for records.
    std::uint64_t people() const;
    std::shared_ptr<const models::Classes> classes(const std::string& sensitive) const {
        return evidence->classes(evidence->quasi_identifiers(), {sensitive});
    }
};

// Refuses what is no release, or cannot be read as one; whether its claims hold is for `verify` to say.
// `hierarchies` are those that some columns' labels come from.
Result<AuditedRelease> open_audited(const std::string& folder, const hierarchy::Hierarchies& hierarchies,
                                    const verifier::OpenSource& open, Progress& progress);
// Any tool's table with what the policy says of it; its requirements stand for promises. `original` may be null.
Result<AuditedRelease> open_audited_table(std::unique_ptr<TableSource> table, const Policy& policy,
                                          TableSource* original, Progress& progress);

}  // namespace scrim::audit
