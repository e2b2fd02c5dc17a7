#include "scrim/noisy.h"

#include "library/ledger_account.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/noisy/membership.h"
#include "methods/statdb/noisy/noisy_table.h"

namespace scrim {

bool answers_for_a_price(const std::string& framework) {
    const statdb::Framework* known = statdb::find_framework(framework);
    return known && !known->ask;
}

Result<MembershipReport> audit_membership(const MembershipRequest& request, Progress& progress) {
    SCRIM_TRY(const statdb::StatTable table, statdb::StatTable::open(request.file));
    SystemRandom random;
    return statdb::noisy::membership(table, request, random, progress);
}

Result<NoisyStatDb> NoisyStatDb::open(const std::string& path) {
    SCRIM_TRY(auto table, statdb::noisy::NoisyTable::open(path));
    return NoisyStatDb(std::move(table));
}

Result<NoisyStatDb> NoisyStatDb::of(const StatDb& db, const std::string& path) {
    SCRIM_TRY(auto table, statdb::noisy::NoisyTable::of(db.table_, path));
    return NoisyStatDb(std::move(table));
}

Result<bool> NoisyStatDb::affords(const NoisyRequest& request) const {
    SCRIM_TRY(const statdb::Query query, statdb::parse_query(request.sql, table_->table().schema()));
    return table_->affords(query, request);
}

Result<std::optional<LedgerAccount>> NoisyStatDb::account(const std::string& recipient) const {
    SCRIM_TRY(const auto accounts, table_->ledger().accounts());
    for (const ledger::Account& account : accounts)
        if (account.recipient == recipient) return std::optional(library::account_of(account));
    return std::optional<LedgerAccount>();
}

const std::string& NoisyStatDb::ledger_path() const { return table_->ledger().path(); }

Result<NoisyPrice> NoisyStatDb::price(const NoisyRequest& request) const {
    SCRIM_TRY(const statdb::Query query, statdb::parse_query(request.sql, table_->table().schema()));
    return table_->price(query, request);
}

Result<NoisyAnswer> NoisyStatDb::ask(const NoisyRequest& request, Progress& progress) const {
    SCRIM_TRY(const statdb::Query query, statdb::parse_query(request.sql, table_->table().schema()));
    SystemRandom random;
    return table_->ask(query, request, random, progress);
}

}  // namespace scrim
