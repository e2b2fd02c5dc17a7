// The tables and hierarchies of a release, opened, with the columns that its certificate states.
#pragma once

#include "kernel/core/source.h"
#include "kernel/subject/subject.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"
#include "methods/verify/release_files.h"
#include "scrim/input.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

using OpenSource = std::function<Result<std::unique_ptr<TableSource>>(const TableInput&)>;

// How tables are read: by whom, in how much memory, watched by whom.
struct Reading {
    const OpenSource& open;
    std::size_t memory;
    Progress& progress;
    SeenParts seen = {};  // instead of reading the data
};

// The file of a hierarchy that holds only what labels need (hierarchy/outline.h), and those labels once they are read.
struct ReleasedOutline {
    std::string text;
    std::vector<std::string> labels;
};

struct ReleasedData {
    std::unique_ptr<TableSource> data;       // data, or qit where it is anatomized
    std::unique_ptr<TableSource> values;     // st of an anatomized release, else null
    std::unique_ptr<TableSource> intervals;  // the data with intervals as numbers, else null
    std::unique_ptr<TableSource> microdata;  // values drawn from the data, else null
    std::unique_ptr<TableSource> untrue;   // counterfeits or substitutes by group, of a release of a series, else null
    std::unique_ptr<TableSource> persons;  // people by class, where the release counts people, else null …
    std::vector<std::unique_ptr<TableSource>> persons_by;  // … and by class and value of each sensitive column
    hierarchy::Hierarchies hierarchies;                    // of released columns, as the files have them
    std::map<std::string, ReleasedOutline> outlines;       // by column: those that are outlines
};

// Nothing when a claim failed without which no other can be checked.
Result<std::optional<ReleasedData>> open_release(const std::string& folder, const ClaimedRelease& claimed,
                                                 const ReleaseFiles& files, const Reading& reading, Ledger& ledger);

// Rows of a table of the release. Nothing, and a claim that fails, when they cannot be read.
Result<std::optional<Tuples>> read_claimed(TableSource& source, const std::vector<std::string>& columns,
                                           const Reading& reading, Ledger& ledger);

// Rows whose last column is a count, without it and with these weights; says why not in `against`.
Tuples weighted(Tuples rows, std::string& against);

// What models are asked about: the columns that they look at, as different rows with how often each occurs.
struct JudgedData {
    Tuples tuples;
    std::vector<std::string> quasi_identifiers;  // or the group column alone, where groups hide records
    std::vector<std::string> sensitive;          // or the parted column alone
};

// Also checks how many records there are, and that both tables of an anatomized release tell of the same groups.
// `named` are columns that promises ask about besides quasi-identifiers and sensitive ones; the release may lack them.
Result<std::optional<JudgedData>> read_judged(ReleasedData& release, const ClaimedRelease& claimed,
                                              const std::vector<std::string>& named, const Reading& reading,
                                              Ledger& ledger);

// An error that is not the release's fault: the caller passes it on.
inline bool is_ours(const Error& error) { return error.kind == Error::Kind::cancelled; }

}  // namespace scrim::verifier
