#include "scrim/sync.h"
#include "adapters/cli/memory_size.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "scrim/republish.h"

#include <memory>

namespace scrim::cli {
namespace {

struct SyncOptions {
    SyncRequest request;
    PolicyOptions policy;
    std::string memory;
    bool json = false;
};

Result<int> run_sync(SyncOptions& options, Session& session) {
    TableInput first;
    first.path = options.request.database;
    if (!options.request.tables.empty()) first.table = options.request.tables.front();
    SCRIM_TRY(options.request.policy, options.policy.policy(first));
    if (!options.memory.empty()) {
        SCRIM_TRY(options.request.memory, parse_memory_size(options.memory));
    }
    SCRIM_TRY(const SyncReport report, sync(options.request, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return fine;
}

}  // namespace

void add_sync(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "sync", "Keep anonymized tables in a PostgreSQL server up to date, from outside: nothing is installed there");
    auto options = std::make_shared<SyncOptions>();
    SyncRequest& request = options->request;
    command->add_option("database", request.database, "postgres://user@host/database?table=schema.name")->required();
    command->add_option("--table", request.tables, "Tables to release, where the address names none")
        ->allow_extra_args(false);
    command->add_option("--schema", request.schema,
                        "Schema of the anonymized tables (default anon); what the owner keeps goes to SCHEMA_owner");
    command->add_option("--method", request.method,
                        "Release changed data as a series: " + republish_methods_text() + "; kept from then on");
    command->add_option("-m,--epsilon", request.m, "Of a series: different sensitive values in each group");
    command->add_option("--lambda", request.lambda, "epsilon_inclusion: categories in each group, instead of -m");
    command->add_option("--tau", request.tau, "epsilon_inclusion: different values of each category (default 1)");
    command->add_option("--category-level", request.category_level,
                        "Level of the sensitive hierarchy whose nodes are the categories (default 1)");
    command->add_option("--form", request.form, "Of m_invariance: generalized (default) or anatomized");
    command->add_flag("--delay", request.delay,
                      "Hold records of a series back where they cannot be released safely, rather than refuse");
    command->add_flag("--blind", request.blind, "Leave to chance who shares a group of a series");
    command->add_flag("--independent", request.independent,
                      "Release changed data by itself, and accept what all releases say together");
    command->add_flag("--dry-run", request.dry_run, "Say what would be released; change nothing");
    options->policy.add_to(*command);
    command->add_option("--memory", options->memory, "Memory to use, roughly: 512MB, 4GB (default: no limit)");
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim sync 'postgres://steward@db.example.org/clinic?table=visits' --policy policy.yaml\n"
        "  scrim sync 'postgres://steward@db.example.org/clinic?table=visits' --policy policy.yaml --schema series "
        "--method m_invariance -m 3\n"
        "The password comes from PGPASSWORD, ~/.pgpass or a service file, and is never printed.\n"
        "All changes are one transaction: whatever happens, the schema has the old release or the new one.\n"
        "Data that did not change are not released again. Changed data are, as a series (--method) or, where you\n"
        "accept that releases can be combined, with --independent.\n"
        "Exit code: 0 when the schema is up to date, 2 when it cannot be; a line says why, and nothing changed.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_sync(*options, session); }; });
}

}  // namespace scrim::cli
