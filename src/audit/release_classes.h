// The classes of one release, as anybody reads them from its table.
#pragma once

#include "audit/numbering.h"
#include "audit/seen_series.h"
#include "core/source.h"
#include "scrim/policy.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scrim {

// What to read in every release.
struct SeriesColumns {
    std::vector<std::string> quasi_identifiers;
    std::string sensitive;
    std::string group;   // tells classes apart, "" where quasi-identifiers do
    std::string person;  // in the releases, "" where they do not tell
};

struct ReleaseClasses {
    Table table;                                       // the columns above, in that order
    std::vector<std::uint32_t> class_of;               // by row
    std::vector<SeenGroup> classes;                    // with values as `values` numbers them
    std::vector<std::uint32_t> print_row;              // one row for each different print of the quasi-identifiers …
    std::vector<std::vector<std::uint32_t>> print_in;  // … and the classes that it occurs in, ascending
};

// Rows with equal prints of all quasi-identifiers are a class. With a group column, a group is a class: which value of
// a group belongs to which of its rows means nothing there, and its rows may print different quasi-identifiers.
Result<ReleaseClasses> read_classes(TableSource& source, const SeriesColumns& columns, Numbering& values,
                                    Progress& progress);

}  // namespace scrim
