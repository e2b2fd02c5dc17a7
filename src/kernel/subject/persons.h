// Persons: whose record is each? The unit of privacy is the person, never the row.
//
// A policy names the person's column, or says that every record is another person's. Where it says neither and an
// identifier repeats, some people have several records, and every number would count these instead: refused.
#pragma once

#include "kernel/core/source.h"
#include "scrim/policy.h"

#include <cstdint>

namespace scrim::subject {

// The source has the policy's person column. (A release does not.)
bool has_person(const TableSource& source, const Policy& policy);

// How often one column names somebody.
struct Repeats {
    std::uint64_t records = 0;  // that have a value
    std::uint64_t values = 0;   // different ones
    std::uint64_t most = 0;     // records of the most frequent value

    bool any() const { return values < records; }
};
// Reads that column; `memory` as in TableSource::read_tuples.
Result<Repeats> repeats_of(TableSource& source, const std::string& column, std::size_t memory, Progress& progress);

// Refuses a table in which an identifier repeats where the policy neither names the person nor says that records are
// persons. Guarding nodes and missing values name nobody.
Result<void> check_persons(TableSource& source, const Policy& policy, std::size_t memory, Progress& progress);

}  // namespace scrim::subject
