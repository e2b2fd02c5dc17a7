// Publishes a table into other tables of its database: `scrim publish` with tables where files are.
//
//   SCRIM_TRY(const Published made, publish_into(store, source, {…}, progress));
//
// The certificate and the hierarchies are made in a folder that is gone at the end; the rows are read back from the
// tables that were written, and judged by the verifier. What fails leaves it to the transaction to undo what was
// written.
#pragma once

#include "kernel/core/source.h"
#include "kernel/core/tuples.h"
#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/publish.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace scrim::postgres {

// Where the released tables are. Its functions throw what ends the statement.
class ReleaseStore {
public:
    virtual ~ReleaseStore() = default;
    // A table that is not there yet. `texts`: columns that are text, whatever their values look like.
    virtual void write(const std::string& table, const Tuples& rows, const std::vector<std::string>& texts) = 0;
    // As any reader finds it. `reading` says what its columns mean.
    virtual std::unique_ptr<TableSource> read_back(const std::string& table, const TableInput& reading) = 0;
};

struct PublishOrder {
    std::string source;  // what messages and the certificate call the original
    std::string table;   // the released one; others that the form asks for are called after it: patient_st
    std::string made_by;
    Policy policy;
    // The original, read as the policy says.
    std::function<std::unique_ptr<TableSource>(const TableInput&)> open;
};

struct Published {
    PublishReport report;
    std::vector<std::string> tables;  // that were written, the data first
    std::string certificate;
    std::string hierarchies;  // JSON: the text of each, by file name
    std::string owner;        // the owner's file; it tells of the original
};

Result<Published> publish_into(ReleaseStore& store, const PublishOrder& order, Progress& progress);

}  // namespace scrim::postgres
