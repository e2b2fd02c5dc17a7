#include "scrim/ledger.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "library/ledger_account.h"
#include "methods/statdb/noisy/noisy_table.h"

#include <ctime>

namespace scrim {
namespace library {
namespace {

std::string time_text(std::int64_t seconds) {
    const auto time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&time, &parts);
    return format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                  parts.tm_hour, parts.tm_min, parts.tm_sec);
}

}  // namespace

LedgerAccount account_of(const ledger::Account& account) {
    LedgerAccount own;
    own.recipient = account.recipient;
    own.closed = account.closed;
    own.answers = account.answers;
    own.last = time_text(account.last_time);
    if (account.budget) {
        own.unit = account.budget->unit();
        own.granted = noise::shown(account.budget->limit());
        own.spent = noise::shown(*account.budget->counted(account.spent));
        own.left = noise::shown(account.left());
    }
    return own;
}

}  // namespace library

namespace {

using statdb::noisy::NoisyTable;

Result<LedgerReport> report_of(ledger::Ledger& ledger) {
    SCRIM_TRY(const auto accounts, ledger.accounts());
    LedgerReport report;
    report.file = ledger.path();
    noise::Cost together = noise::Cost::none();
    for (const ledger::Account& account : accounts) {
        together += account.spent;
        report.accounts.push_back(library::account_of(account));
    }
    if (together.epsilon) report.together_epsilon = noise::shown(*together.epsilon);
    report.together_rho = noise::shown(together.rho);
    return report;
}

Result<Ratio> number(const std::string& text, std::string_view name) {
    const auto read = Ratio::parse(text);
    if (!read) return input_error(format("{} is a number > 0, not {}", field(name), quoted(text)));
    return *read;
}

Result<noise::Budget> budget_of(const GrantRequest& request, std::uint64_t people) {
    if (request.epsilon.empty() == request.rho.empty())
        return input_error(format("say how much is granted: {}, {} with {}, or {}", field("epsilon"), field("epsilon"),
                                  field("delta"), field("rho")));
    if (!request.rho.empty()) {
        if (!request.delta.empty())
            return input_error(format("{} goes with {}; rho has none", field("delta"), field("epsilon")));
        SCRIM_TRY(const Ratio rho, number(request.rho, "rho"));
        return noise::Budget::concentrated(rho);
    }
    SCRIM_TRY(const Ratio epsilon, number(request.epsilon, "epsilon"));
    if (request.delta.empty()) return noise::Budget::pure(epsilon);
    SCRIM_TRY(const Ratio delta, number(request.delta, "delta"));
    return noise::Budget::approximate(epsilon, delta, people);
}

}  // namespace

Result<LedgerReport> show_ledger(const std::string& file) {
    SCRIM_TRY(const auto table, NoisyTable::open(file));
    return report_of(table->ledger());
}

Result<LedgerReport> grant_budget(const GrantRequest& request) {
    SCRIM_TRY(const auto table, NoisyTable::open(request.file));
    const statdb::StatFacts& facts = table->table().facts();
    SCRIM_TRY(const noise::Budget budget,
              budget_of(request, facts.contributions > 0 ? facts.people : table->table().rows()));
    SCRIM_CHECK(table->ledger().grant(request.recipient, budget));
    return report_of(table->ledger());
}

Result<LedgerReport> close_account(const std::string& file, const std::string& recipient) {
    SCRIM_TRY(const auto table, NoisyTable::open(file));
    SCRIM_CHECK(table->ledger().close(recipient));
    return report_of(table->ledger());
}

}  // namespace scrim
