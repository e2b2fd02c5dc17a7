#include "scrim/republish.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"

#include <memory>

namespace scrim::cli {
namespace {

struct RepublishOptions {
    RepublishRequest request;
    PolicyOptions policy;
    bool json = false;
};

Result<int> run_republish(RepublishOptions& options, Session& session) {
    if (options.policy.given()) {
        SCRIM_TRY(options.request.policy, options.policy.policy(options.request.table));
    }
    SCRIM_TRY(const RepublishReport report, republish(options.request, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return fine;
}

}  // namespace

void add_republish(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "republish", "Make the next release of a series: changing data, safe against all earlier releases together");
    auto options = std::make_shared<RepublishOptions>();
    RepublishRequest& request = options->request;
    command
        ->add_option("file", request.table.path,
                     "All records as they are now: CSV, Parquet, JSON, a DuckDB file, or postgres://…")
        ->required();
    command->add_option("--series", request.series, "Folder of the series; made with the first release")->required();
    command->add_option("--method", request.method, republish_methods_text() + "; the series keeps it");
    command->add_option("-m,--epsilon", request.m,
                        "Different sensitive values in each group; larger later only where it can be promised");
    command->add_option("--lambda", request.lambda,
                        "epsilon_inclusion: categories of sensitive values in each group, instead of -m");
    command->add_option("--tau", request.tau, "epsilon_inclusion: different values of each category (default 1)");
    command->add_option("--category-level", request.category_level,
                        "Level of the sensitive hierarchy whose nodes are the categories (default 1)");
    command->add_option("--form", request.form, "Of m_invariance: generalized (default) or anatomized");
    command->add_option("--format", request.format,
                        "Format of the data: csv (default), csv.gz, csv.zst, tsv, parquet, json, jsonl or ndjson");
    command->add_flag(
        "--delay", request.delay,
        "Hold records back for the next release where they cannot be released safely, rather than refuse");
    command->add_flag(
        "--blind", request.blind,
        "Leave to chance who shares a generalized group: wider groups, and nothing to learn from how they were made "
        "(with exact quasi-identifiers it always is)");
    command->add_flag("--refuse-updates", request.refuse_updates,
                      "Refuse when a sensitive value changed to one that the person's group does not hide");
    command->add_flag("--dry-run", request.dry_run, "Say what would be released and what it costs; write nothing");
    options->policy.add_to(*command);
    add_input_options(*command, request.table);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim republish q1.csv --policy policy.yaml --series series/ --method m_invariance -m 10\n"
        "  scrim republish q2.csv --policy policy.yaml --series series/ --method m_invariance -m 10   (the same "
        "again)\n"
        "  scrim republish q2.csv --series series/                    (shorter: the series knows the rest)\n"
        "  scrim republish q3.csv --series series/ --dry-run\n"
        "The policy must name the person column. A series keeps policy and method: given again they must be the same.\n"
        "Give recipients series/public and nothing else: series/owner holds\n"
        "the data.\n"
        "Exit code: 0 when the release is made, 2 when it cannot be; a line says why, and nothing is written.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_republish(*options, session); }; });
}

}  // namespace scrim::cli
