// NoisyTable: a statistical database that answers with noise, and its ledger.
#pragma once

#include "methods/ledger/ledger.h"
#include "methods/statdb/noisy/measurement.h"
#include "methods/statdb/stat_table.h"
#include "scrim/noisy.h"

#include <memory>
#include <string>

namespace scrim::statdb::noisy {

// Where the ledger of a statistical database lies.
std::string ledger_of(const std::string& file);
// What the ledger of these data is about.
std::string subject_of(const StatTable& table);

class NoisyTable {
public:
    // Refuses a file that was not built for it, and one without its ledger.
    static Result<std::shared_ptr<NoisyTable>> open(const std::string& file);
    // Of a table that is open already; `file` is where its ledger lies.
    static Result<std::shared_ptr<NoisyTable>> of(std::shared_ptr<const StatTable> table, const std::string& file);

    Result<NoisyPrice> price(const Query& query, const NoisyRequest& request);
    Result<NoisyAnswer> ask(const Query& query, const NoisyRequest& request, Random& random, const Progress& progress);

    // Whether the recipient can pay for it now; nothing is computed.
    Result<bool> affords(const Query& query, const NoisyRequest& request);

    const StatTable& table() const { return *table_; }
    ledger::Ledger& ledger() { return *ledger_; }

private:
    NoisyTable(std::shared_ptr<const StatTable> table, std::shared_ptr<ledger::Ledger> ledger)
        : table_(std::move(table)), ledger_(std::move(ledger)) {}
    Result<NoisyPrice> price_of(const ledger::Purchase& purchase, bool again);

    std::shared_ptr<const StatTable> table_;
    std::shared_ptr<ledger::Ledger> ledger_;
};

}  // namespace scrim::statdb::noisy
