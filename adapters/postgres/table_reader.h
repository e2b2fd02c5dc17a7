// SnapshotTable: a table, by somebody's rights, as one snapshot has it, for stewards' functions.
#pragma once

#include "adapters/postgres/stewards/backend_table.h"

#include "base_query.h"

namespace scrim::postgres {

// A snapshot that stays as long as this does.
class HeldSnapshot {
public:
    enum class Of { statement, now };  // now: with what this transaction has just done
    explicit HeldSnapshot(Of of);
    ~HeldSnapshot() { UnregisterSnapshot(held_); }
    HeldSnapshot(const HeldSnapshot&) = delete;
    HeldSnapshot& operator=(const HeldSnapshot&) = delete;
    Snapshot get() const { return held_; }

private:
    Snapshot held_;
};

class SnapshotTable final : public TableReader {
public:
    // Refuses what is no table, and one of whose rows `user` sees only some. The relation stays locked against changes
    // of its columns to the end of the transaction. `scratch` lives longer.
    SnapshotTable(Oid relation, Oid user, HeldSnapshot::Of snapshot, MemoryContext scratch);

    const std::string& name() const override { return name_; }
    const std::string& from() const override { return from_; }
    const std::vector<TableColumn>& columns() const override { return columns_; }
    Result<void> read(const std::string& sql, std::span<const libpq::Layout> layouts, const Take& take) override;

private:
    Oid user_;
    HeldSnapshot snapshot_;
    MemoryContext scratch_;
    std::string name_, from_;
    std::vector<TableColumn> columns_;
};

// Stops when the server wants the statement to end.
class StatementProgress final : public Progress {
public:
    bool cancelled() const override {
        check_interrupts();
        return false;
    }
};

}  // namespace scrim::postgres
