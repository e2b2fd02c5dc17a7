// SqlServer: one open database file, and what its sessions share: the catalog of views and the versions of views for
// the committed state of the data.
//
// All changes go through sessions of one server (its file system keeps others away), so that counting the
// commits tells the states apart. A session takes its snapshot under a shared lock and commits changes under an
// exclusive one: what it finds here belongs to exactly the data that it sees.
#pragma once

#include "adapters/duckdb/sql/catalog/version_cache.h"
#include "adapters/duckdb/sql/catalog/view_catalog.h"
#include "adapters/duckdb/sql/door/interrupter.h"
#include "adapters/duckdb/sql/maintenance/maintenance.h"
#include "scrim/result.h"
#include "scrim/sql.h"

#include <duckdb.hpp>

#include <memory>
#include <shared_mutex>

namespace scrim::sql {

class SqlServer {
public:
    static Result<std::shared_ptr<SqlServer>> open(const SqlOptions& options);

    struct Snapshot {
        std::shared_ptr<VersionCache> versions;
        std::shared_ptr<const ViewCatalog> catalog;
        std::uint64_t commits = 0;   // that changed something, before it was taken
        std::uint64_t catalogs = 0;  // the same of views
    };
    // Begins a transaction. Throws DuckDB's exceptions, as commit() does.
    Snapshot begin(duckdb::Connection& connection);
    // Commits one that has changed data, or only read. `begun`: it has begun a materialized view, from the data as they
    // were when the snapshot was taken.
    void commit(duckdb::Connection& connection, const Snapshot& snapshot, bool changed, bool changed_catalog,
                bool begun);

    // Has nobody changed anything since the snapshot was taken?
    bool is_latest(const Snapshot& snapshot);
    Interrupter& interrupter() { return interrupter_; }
    const std::shared_ptr<LiveEditions>& live_editions() const { return live_editions_; }

    // A number that nobody can know beforehand.
    std::uint64_t chance();

    duckdb::DuckDB& database() { return database_; }
    const std::string& name() const { return name_; }

private:
    SqlServer(const std::string& path, duckdb::DBConfig& config) : database_(path, &config) {}

    duckdb::DuckDB database_;
    std::string name_;
    std::mutex drawing_;
    std::function<std::uint64_t()> chance_;
    std::shared_mutex state_;  // of the committed data and what belongs to it
    std::mutex loading_;
    std::shared_ptr<VersionCache> versions_ = std::make_shared<VersionCache>();
    std::shared_ptr<const ViewCatalog> catalog_;
    std::uint64_t commits_ = 0, catalogs_ = 0;
    std::shared_ptr<LiveEditions> live_editions_ = std::make_shared<LiveEditions>();
    Interrupter interrupter_;
};

}  // namespace scrim::sql
