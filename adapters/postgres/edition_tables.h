// The tables in which editions of materialized views are kept: scrim.materialized, with one row for each view, which is
// locked by whoever changes what is kept of it; scrim.edition, edition_group and edition_member.
#pragma once

#include "adapters/postgres/kept_editions.h"

#include "stored.h"

namespace scrim::postgres {

// Takes the view's lock until the transaction ends, and counts one change: its number. 0 for a view that was not begun.
// The error of a conflict where the transaction does not see what others have committed meanwhile.
std::int64_t lock_kept(Oid view);

class EditionTables final : public EditionStore {
public:
    EditionTables(Oid view, std::int64_t change) : view_(view), change_(change) {}

    KeptEdition make(const std::string& purpose, const std::string& recipient) override;
    void write(std::uint32_t number, const views::StoredEdition& changes) override;

private:
    Oid view_;
    std::int64_t change_;
};

// Runs a statement with the extension's rights: how many rows it has changed or, of one that returns, its first value.
std::int64_t change_kept(const std::string& sql, bool returns = false);

}  // namespace scrim::postgres
