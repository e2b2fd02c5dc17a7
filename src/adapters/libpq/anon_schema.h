// AnonSchema: a schema of anonymized tables, and beside it the owner's, as a Warehouse.
//
//   anon.visits                the released table; anon.scrim_certificates says how safe it is
//   anon_owner.scrim_releases  the last release of each table: fingerprint, owner's file
//   anon_owner.scrim_files     the history of its series, which holds data
//
// One sync at a time. Everything is one transaction, which ends the old state and begins the new one, or changes
// nothing.
#pragma once

#include "adapters/libpq/connection.h"
#include "methods/sync/warehouse.h"

#include <memory>
#include <string>

namespace scrim::libpq {

class Snapshot;

class AnonSchema final : public syncing::Warehouse {
public:
    // Refuses while another sync is at work on the schema, and where somebody else could read or change what the owner
    // keeps.
    static Result<std::unique_ptr<AnonSchema>> open(const std::string& address, const std::string& schema);

    const std::string& owner_schema() const { return owner_schema_; }

    Result<std::optional<syncing::Remembered>> remembered(const std::string& source) override;
    Result<syncing::Files> history(const std::string& source) override;
    Result<void> begin() override;
    Result<void> write(const syncing::TableToWrite& table, Progress& progress) override;
    Result<std::unique_ptr<TableSource>> read_back(const std::string& name, const TableInput& reading) override;
    Result<void> remove(const std::string& name) override;
    Result<void> remember(const std::string& source, const syncing::Remembered& release,
                          const syncing::Certified& certified, const std::string& owner, const syncing::Files& history,
                          Progress& progress) override;
    Result<void> commit(Progress& progress) override;

private:
    AnonSchema(std::shared_ptr<Connection> connection, std::string schema)
        : connection_(std::move(connection)), schema_(std::move(schema)), owner_schema_(schema_ + "_owner") {}

    Result<void> make_schemas();
    Result<void> make_fresh(const syncing::TableToWrite& table, const std::string& fresh, Progress& progress);
    Result<void> replace(const std::string& fresh, const std::string& name, Progress& progress);

    std::shared_ptr<Connection> connection_;
    std::shared_ptr<Snapshot> inside_;  // our own transaction, for reading back
    std::string schema_, owner_schema_;
    bool begun_ = false;
};

}  // namespace scrim::libpq
