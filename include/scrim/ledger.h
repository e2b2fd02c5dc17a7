// The ledger of a statistical database: who may spend how much privacy, and what was spent.
//
//   GrantRequest grant;
//   grant.file = "noisy.statdb";
//   grant.recipient = "ana";
//   grant.epsilon = "1";
//   Result<LedgerReport> report = grant_budget(grant);
//
// It lies beside the data, as noisy.statdb.ledger, made with them. Lines are added to it, never changed; one that
// was damaged, shortened or taken from other data is refused, and nothing is answered until it is restored.
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct GrantRequest {
    std::string file;       // the statistical database
    std::string recipient;  // who may spend; two names are two people, who may tell each other what they learn
    // One of these: pure epsilon; epsilon with a delta, which becomes rho; rho. More of it adds up.
    std::string epsilon, delta, rho;
};

struct LedgerAccount {
    std::string recipient;
    std::string unit;  // "epsilon" or "rho"
    std::string granted, spent, left;
    bool closed = false;
    std::uint64_t answers = 0;
    std::string last;  // when it changed last: 2026-05-01 12:30:00 (UTC)
};

struct LedgerReport {
    std::string file;  // the ledger
    std::vector<LedgerAccount> accounts;
    // What was spent in all, should the recipients pool what they know: epsilon, "" where Gaussian noise was used; rho.
    std::string together_epsilon, together_rho;
};

Result<LedgerReport> show_ledger(const std::string& file);
Result<LedgerReport> grant_budget(const GrantRequest& request);
// Nothing is answered for the recipient any more, ever.
Result<LedgerReport> close_account(const std::string& file, const std::string& recipient);

std::string to_text(const LedgerReport& report);
std::string to_json(const LedgerReport& report);

}  // namespace scrim
#pragma GCC visibility pop
