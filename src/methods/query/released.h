// Released: what a recipient has of a release, or of any tool's table: its cells as printed, and what its certificate
// says about them.
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/core/tuples.h"
#include "kernel/hierarchy/hierarchy.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace scrim::querying {

// By which chances the values of a column became others, each record by itself.
struct Chances {
    std::vector<std::optional<std::string>> values;  // that the original may have; nothing for a missing one
    std::optional<Ratio> retention;                  // a value stays, or else is drawn …
    std::vector<Ratio> drawn;                        // … by these chances, or all alike where this is empty …
    std::vector<std::vector<Ratio>> rows;  // … or, without retention, values[i] becomes values[j]: rows[i][j]
};

// A column that can be asked about.
struct ReleasedColumn {
    std::string name;
    bool exact = false;     // cells are values; otherwise they may be labels that stand for several
    bool category = false;  // text, whatever it looks like
    std::shared_ptr<const hierarchy::Hierarchy> hierarchy;  // whose labels are printed; null for none
    bool outline = false;                                   // which holds only what labels need …
    std::set<std::string> names;                            // … and names nothing but these
    bool may_be_missing = false;                            // a suppressed cell may stand for no value
    DomainPtr printed;                                      // once it is read; else null
    bool changed = false;                                   // its cells are not those of the original …
    std::optional<Chances> chances;                         // … but drawn by these, where they are known

    bool is_named(const std::string& label) const { return !outline || names.contains(label); }
};

// Sensitive values apart from the rows: how often each group has each.
struct PartedValues {
    ReleasedColumn column;
    std::vector<Code> codes;             // of group g: [offsets[g], offsets[g + 1])
    std::vector<std::uint64_t> counts;   // beside them
    std::vector<std::uint32_t> offsets;  // one more than there are groups
};

// Records that were drawn at random from the original, or that have sampling weights.
struct Drawn {
    std::vector<double> stands_for;  // by row, how many each record of it
    double not_drawn = 1;            // the share of the others; 1 where it does not matter or is not known
};

struct Released {
    std::string name;  // of the folder or table
    std::string
        form;  // "generalized", "anatomized", "permuted", "grouped" or "perturbed"; "table" without a certificate
    std::vector<ReleasedColumn> columns;  // of `rows`
    Tuples rows;                         // different ones with how often each occurs, on columns that somebody asks for
    std::vector<std::uint32_t> groups;   // of rows, where there are groups; else empty
    std::optional<PartedValues> parted;  // where values stand apart

    // Records of each group that are made up, or, where `substitutes`, published with another value than their own.
    std::vector<std::uint64_t> untrue;  // empty where there are none
    bool substitutes = false;

    // Columns of a perturbed release that have, together, the same values as often as in the original.
    std::vector<std::vector<std::string>> margins;

    std::optional<Drawn> drawn;  // where records stand for others

    bool certified = false;
    std::uint64_t released = 0;             // records
    std::optional<std::uint64_t> original;  // records of the table before; nothing where it is not known
    bool counts_people = false;             // a person may have several records
    std::vector<std::string> all_columns;   // that can be asked about, also those that nobody does
    std::uint64_t left_out() const { return original && *original > released ? *original - released : 0; }
};

}  // namespace scrim::querying
