// Hierarchies: is this one sound and complete for my data, and can one be made from the data?
//
//   HierarchyBuild build;
//   build.data.path = "patients.csv";
//   build.column = "age";
//   build.intervals = {"5", "10", "20"};
//   Result<std::string> csv = build_hierarchy(build, no_progress());   // leaf;level 1;…;*
#pragma once

#include "scrim/input.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct HierarchyLevel {
    std::uint64_t values = 0;           // different values at this level
    std::vector<std::string> examples;  // the first few
};

struct HierarchyReport {
    std::string path;
    bool numeric = false;                // the leaves are numbers or dates, ordered by value
    std::vector<HierarchyLevel> levels;  // from the leaves to the top
    // With data:
    std::string column;
    std::uint64_t values = 0;           // different values of the column
    std::vector<std::string> missing;   // values that the hierarchy lacks
    std::uint64_t missing_records = 0;  // records that hold them
    std::string hint;                   // what to say so that it knows more of them, "" for nothing
    std::uint64_t unused_leaves = 0;    // leaves that the data lack
};

// Reads and checks a hierarchy; with `data`, also whether it knows every value of `column`.
Result<HierarchyReport> check_hierarchy(const std::string& path, const std::optional<TableInput>& data,
                                        const std::string& column, Progress& progress);
// Fails, naming them, when the hierarchy lacks values of the data.
Result<void> complete(const HierarchyReport& report);
std::string to_text(const HierarchyReport& report);
std::string to_json(const HierarchyReport& report);

// Exactly one of intervals, dates, prefixes and flat is asked for.
struct HierarchyBuild {
    TableInput data;
    std::string column;
    std::vector<std::string> intervals;  // widths: 5, 10, 20
    std::vector<std::string> dates;      // day, month, quarter, year, decade
    std::vector<int> prefixes;           // how many last characters each level masks: 1, 2, 3
    bool flat = false;                   // every value directly below *
};

// The hierarchy as text in ARX's form: leaf;level 1;…;*
Result<std::string> build_hierarchy(const HierarchyBuild& build, Progress& progress);
// Writes text whole or not at all, for the user alone to read: a hierarchy lists the values of a table.
Result<void> write_text(const std::string& path, const std::string& text);

}  // namespace scrim
#pragma GCC visibility pop
