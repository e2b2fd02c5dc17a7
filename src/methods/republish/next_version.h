// NextVersion: a version of the data beside the one before: who stayed, who came, who left, what changed, and which
// signature each record has to keep.
#pragma once

#include "kernel/subject/subject.h"
#include "methods/republish/history.h"

namespace scrim::republication {

struct NextVersion {
    Version version;
    std::vector<std::string> names;      // of the records
    Table table;                         // quasi-identifiers in the policy's order, then the sensitive attribute
    hierarchy::Hierarchies hierarchies;  // over the table's domains
    std::string sensitive;
    std::uint64_t stayed = 0, arrived = 0, left = 0, returned = 0;
    std::uint64_t moved = 0, changed_inside = 0, changed_outside = 0;

    const Column& values() const { return table[table.width() - 1]; }
};

// Reads what `policy` names. `history` is null for the first release. `substitutes`: of the series' method.
Result<NextVersion> read_version(TableSource& source, const Policy& policy, const History* history, bool substitutes,
                                 Progress& progress);

}  // namespace scrim::republication
