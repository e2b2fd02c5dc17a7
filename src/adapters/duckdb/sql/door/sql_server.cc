#include "adapters/duckdb/sql/door/sql_server.h"

#include "adapters/duckdb/files/engine_version.h"
#include "adapters/duckdb/sql/catalog/guarded.h"
#include "adapters/duckdb/sql/door/private_files.h"
#include "adapters/duckdb/sql/guard/row_order.h"
#include "adapters/duckdb/sql/may_be/compare_functions.h"
#include "adapters/duckdb/sql/may_be/overlap_join.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "scrim/threads.h"

#include <duckdb/main/attached_database.hpp>
#include <duckdb/main/database_manager.hpp>
#include <duckdb/transaction/transaction.hpp>

#include <filesystem>

namespace scrim::sql {

Result<std::shared_ptr<SqlServer>> SqlServer::open(const SqlOptions& options) {
    SCRIM_CHECK(engine::check_engine_version());
    const bool in_memory = options.path.empty() || options.path == ":memory:";
    std::error_code error;
    if (!in_memory && options.must_exist && !std::filesystem::exists(options.path, error))
        return input_error(format("there is no database {}", quoted(options.path)));
    // Before the engine looks at the file: closing it, it would drop the lock of another library in this process.
    std::vector<FileClaim> claims;
    if (!in_memory && std::filesystem::exists(options.path, error)) {
        SCRIM_TRY(FileClaim claim, FileClaim::take(options.path));
        claims.push_back(std::move(claim));
    }
    return guarded([&]() -> Result<std::shared_ptr<SqlServer>> {
        duckdb::DBConfig config;
        config.SetOptionByName("autoinstall_known_extensions", duckdb::Value::BOOLEAN(false));
        config.SetOptionByName("autoload_known_extensions", duckdb::Value::BOOLEAN(false));
        config.SetOptionByName("allow_persistent_secrets", duckdb::Value::BOOLEAN(false));
        const std::size_t most = options.threads > 0 ? options.threads : threads();
        if (most > 0) config.SetOptionByName("threads", duckdb::Value::UBIGINT(most));
        config.file_system = make_private_file_system(std::move(claims));
        std::shared_ptr<SqlServer> server(new SqlServer(in_memory ? ":memory:" : options.path, config));
        server->name_ = in_memory ? "the database" : options.path;
        register_compare_functions(*server->database_.instance);
        register_view_functions(*server->database_.instance);
        register_overlap_join(*server->database_.instance);
        register_row_order(*server->database_.instance);
        server->chance_ = options.chance;
        return server;
    });
}

SqlServer::Snapshot SqlServer::begin(duckdb::Connection& connection) {
    const std::shared_lock lock(state_);
    connection.BeginTransaction();
    // DuckDB takes its snapshot when a database is first touched.
    auto& context = *connection.context;
    auto& manager = duckdb::DatabaseManager::Get(context);
    auto database = manager.GetDatabase(context, duckdb::DatabaseManager::GetDefaultDatabase(context));
    duckdb::Transaction::Get(context, *database);
    const std::lock_guard loading(loading_);
    if (!catalog_) catalog_ = std::make_shared<const ViewCatalog>(ViewCatalog::load(connection));
    return {versions_, catalog_, commits_, catalogs_};
}

std::uint64_t SqlServer::chance() {
    if (!chance_) return SystemRandom().next();
    const std::lock_guard drawing(drawing_);
    return chance_();
}

bool SqlServer::is_latest(const Snapshot& snapshot) {
    const std::shared_lock lock(state_);
    return commits_ == snapshot.commits;
}

void SqlServer::commit(duckdb::Connection& connection, const Snapshot& snapshot, bool changed, bool changed_catalog,
                       bool begun) {
    if (!changed && !changed_catalog) {
        connection.Commit();
        return;
    }
    const std::unique_lock lock(state_);
    // A view that this transaction does not know may be made of what it has changed.
    if (snapshot.catalogs != catalogs_)
        throw duckdb::TransactionException("views have been made or dropped since this transaction began; try again");
    if (begun && snapshot.commits != commits_)
        throw duckdb::TransactionException("data have changed while a materialized view was being made; try again");
    connection.Commit();
    ++commits_;
    if (changed_catalog) ++catalogs_;
    versions_ = std::make_shared<VersionCache>();
    if (changed_catalog) catalog_ = nullptr;
}

}  // namespace scrim::sql
