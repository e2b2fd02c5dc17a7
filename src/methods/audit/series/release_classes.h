// The classes of one release, as anybody reads them from its tables.
#pragma once

#include "kernel/core/source.h"
#include "methods/audit/series/numbering.h"
#include "methods/audit/series/seen_series.h"
#include "scrim/policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::audit {

// What to read in every release.
struct SeriesColumns {
    std::vector<std::string> quasi_identifiers;
    std::string sensitive;
    std::string person;  // in the releases, "" where they do not tell
};

// One release: a table of any tool, or what the folder of one of ours holds.
struct ReleaseTables {
    TableSource* data = nullptr;    // of an anatomized release its quasi-identifiers and groups
    TableSource* values = nullptr;  // of an anatomized release: group, sensitive value, how often; else null
    TableSource* untrue = nullptr;  // group, how many of its values are not true; null where that is not told
    bool substitutes = false;       // they stand instead of somebody's own value; else they are nobody's
    // The column that tells classes apart, "" where quasi-identifiers do; nothing where the release does not say.
    std::optional<std::string> group = {};
};

struct ReleaseClasses {
    Table table;                                       // quasi-identifiers first
    Column sensitive;                                  // of the rows, or of the groups of an anatomized release
    std::vector<std::uint32_t> class_of;               // by row
    std::vector<SeenGroup> classes;                    // with values as `values` numbers them
    std::vector<std::uint32_t> print_row;              // one row for each different print of the quasi-identifiers …
    std::vector<std::vector<std::uint32_t>> print_in;  // … and the classes that it occurs in, ascending
};

// Rows with equal prints of all quasi-identifiers are a class. With a group column, a group is a class: which value of
// a group belongs to which of its rows means nothing there, and its rows may print different quasi-identifiers.
Result<ReleaseClasses> read_classes(const ReleaseTables& release, const SeriesColumns& columns, Numbering& values,
                                    Progress& progress);

}  // namespace scrim::audit
