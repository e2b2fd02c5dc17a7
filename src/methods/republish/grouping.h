// Grouping: what a re-publication method decides: who stands in which group, and what is published there.
#pragma once

#include "kernel/core/groups.h"
#include "methods/republish/version.h"

namespace scrim::republication {

// One row of a release.
struct GroupPlace {
    std::uint32_t record = 0;  // whose quasi-identifiers it shows; a counterfeit borrows somebody's
    std::uint32_t value = 0;   // published; where it is not the record's own, it is a substitute
    bool counterfeit = false;
};

// Records that are to be published with one signature: as many of each of its values.
struct Bucket {
    std::uint32_t signature = 0;  // of Version::signatures, or of the new ones that follow them
    std::uint32_t rows = 0;
    std::vector<GroupPlace> places;  // by value of the signature: rows of the first, rows of the second, …
};

struct Grouping {
    std::vector<Signature> signatures;        // those of the version, then new ones
    std::vector<std::uint32_t> signature_of;  // of each group
    Groups<GroupPlace> groups;                // one place for each value of a group's signature, in their order
    std::vector<std::uint32_t> held_back;     // records that are not published this time
    std::uint64_t counterfeits = 0, substitutes = 0;
};

}  // namespace scrim::republication
