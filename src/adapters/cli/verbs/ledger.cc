#include "scrim/ledger.h"
#include "adapters/cli/verb.h"

#include <memory>

namespace scrim::cli {
namespace {

struct LedgerOptions {
    GrantRequest grant;
    bool json = false;
};

Result<int> print(const Result<LedgerReport>& report, const LedgerOptions& options, Session& session) {
    if (!report) return report.error();
    session.print(options.json ? to_json(*report) : to_text(*report));
    return fine;
}

}  // namespace

void add_ledger(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("ledger", "Who may spend how much privacy on noisy answers, and what was spent");
    command->require_subcommand(1);
    auto options = std::make_shared<LedgerOptions>();
    const auto add = [&](const char* name, const char* what) {
        CLI::App* verb = command->add_subcommand(name, what);
        verb->add_option("file", options->grant.file, "The statistical database, whose ledger lies beside it")
            ->required();
        verb->add_flag("--json", options->json, "One JSON object instead of text");
        return verb;
    };
    const auto recipient = [&](CLI::App& verb) {
        verb.add_option("--recipient", options->grant.recipient, "Who")->required();
    };

    CLI::App* show = add("show", "All accounts");
    show->footer("Example:\n  scrim ledger show patients.statdb");
    show->callback([options, &action] {
        action = [options](Session& s) { return print(show_ledger(options->grant.file), *options, s); };
    });

    CLI::App* grant = add("grant", "Let somebody spend so much, or so much more");
    recipient(*grant);
    grant->add_option("--epsilon", options->grant.epsilon, "Pure epsilon: 1");
    grant->add_option("--delta", options->grant.delta,
                      "With epsilon: the chance that it does not hold, below one in all people; becomes rho");
    grant->add_option("--rho", options->grant.rho, "Of zero-concentrated differential privacy: 0.05");
    grant->footer(
        "Example:\n"
        "  scrim ledger grant patients.statdb --recipient ana --epsilon 1\n"
        "  scrim ledger grant patients.statdb --recipient lab --epsilon 1 --delta 1e-6");
    grant->callback([options, &action] {
        action = [options](Session& s) { return print(grant_budget(options->grant), *options, s); };
    });

    CLI::App* close = add("close", "Answer somebody no more, ever");
    recipient(*close);
    close->footer("Example:\n  scrim ledger close patients.statdb --recipient ana");
    close->callback([options, &action] {
        action = [options](Session& s) {
            return print(close_account(options->grant.file, options->grant.recipient), *options, s);
        };
    });
}

}  // namespace scrim::cli
