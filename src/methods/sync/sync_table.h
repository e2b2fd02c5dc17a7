// Brings what a warehouse shows of one table up to date: decides whether there is something to release, and how; has it
// made, written, read back and verified there; remembers it.
//
// The attacker is whoever has every state that the tables were ever in. A single release is safe by its certificate.
// Releases of changed data are safe together only as a series (methods/republish); so an independent one after another
// needs the request's word for it.
#pragma once

#include "methods/sync/warehouse.h"
#include "scrim/sync.h"

#include <functional>

namespace scrim::syncing {

// A release in a folder, and its tables as they were written there.
struct MadeRelease {
    std::string folder;
    std::string format;                                  // of the data files: "parquet"
    std::vector<std::pair<std::string, Tuples>> tables;  // by the names of their files without the format
    std::vector<RequirementReport> requirements;
    std::vector<std::string> notes;
    std::string owner;   // the owner's file
    std::string method;  // of a series
};

using OpenTable = std::function<Result<std::unique_ptr<TableSource>>(const TableInput&)>;

struct SyncTools {
    // An independent release, into this folder.
    std::function<Result<MadeRelease>(const std::string& folder, Progress&)> publish;
    // The next release of the series in this folder.
    std::function<Result<MadeRelease>(const std::string& folder, Progress&)> republish;
    // Judges a release whose tables are opened by a function of ours.
    std::function<Result<void>(const MadeRelease& made, const OpenTable& open, Progress&)> verify;
};

struct SyncSource {
    std::string name;         // "public.visits"
    std::string table;        // "visits"
    std::string fingerprint;  // of its rows as they are
};

// Without commit().
Result<SyncedTable> sync_table(const SyncSource& source, const SyncRequest& request, const SyncTools& tools,
                               Warehouse& warehouse, Progress& progress);

// What was asked for, as one text: with the content of hierarchy files.
Result<std::string> asked_text(const SyncRequest& request);

}  // namespace scrim::syncing
