// ReleaseTables: released tables, written into a schema of the database in the calling transaction.
#pragma once

#include "adapters/postgres/stewards/publish_table.h"

#include <string>

#include "guard.h"

namespace scrim::postgres {

class ReleaseTables final : public ReleaseStore {
public:
    // Made and owned by the caller. `scratch` lives longer.
    ReleaseTables(std::string schema, MemoryContext scratch) : schema_(std::move(schema)), scratch_(scratch) {}

    void write(const std::string& table, const Tuples& rows, const std::vector<std::string>& texts) override;
    std::unique_ptr<TableSource> read_back(const std::string& table, const TableInput& reading) override;

    // For SQL: "schema"."table".
    std::string place_of(const std::string& table) const;
    Oid relation_of(const std::string& table) const;
    // Refuses a name that is too long, and one that is taken.
    void refuse_taken(const std::string& table) const;

private:
    std::string schema_;
    MemoryContext scratch_;
};

}  // namespace scrim::postgres
