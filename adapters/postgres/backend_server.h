// BackendServer: the server that the anonymizer asks, which is the backend of one statement.
#pragma once

#include "base_query.h"

namespace scrim::postgres {

class BackendServer final : public Server {
public:
    // For a view's owner and the snapshot of the statement. `scratch` lives longer.
    BackendServer(Oid owner, Snapshot snapshot, MemoryContext scratch)
        : owner_(owner), snapshot_(snapshot), scratch_(scratch) {}

    std::vector<QueryColumn> describe(const std::string& query) override;
    void read(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) override;
    void read_kept(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) override;
    void read_lent(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) override;
    void check_followed(const std::vector<std::string>& queries) override;
    std::optional<StoredDgh> dgh(const std::string& name) override;
    std::optional<StoredPolicy> policy(const std::string& name) override;
    void set_header(std::string& label) const override { SET_VARSIZE(label.data(), label.size()); }
    std::int64_t now() override;
    void check_interrupts() override { postgres::check_interrupts(); }

private:
    void read_as(Oid role, bool lends, const std::string& sql, const std::vector<CellType>& types, const OnRow& row);

    Oid owner_;
    Snapshot snapshot_;
    MemoryContext scratch_;
};

}  // namespace scrim::postgres
