#include "scrim/publish.h"
#include "adapters/cli/owner_page.h"
#include "adapters/cli/release_options.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"

#include <memory>

namespace scrim::cli {
namespace {

struct PublishOptions {
    PublishRequest request;
    PolicyOptions policy;
    ReleaseOptions release;
    std::string html;
    bool explore = false;
    bool json = false;
};

Result<int> run_publish(PublishOptions& options, Session& session) {
    SCRIM_TRY(options.request.policy, options.policy.policy(options.request.table));
    SCRIM_CHECK(options.release.complete(options.request));
    if (options.explore) {
        SCRIM_TRY(const ExploreReport report, explore(options.request, session.progress));
        if (!options.html.empty()) SCRIM_CHECK(write_owner_page(options.html, to_html(report)));
        session.print(options.json ? to_json(report) : to_text(report));
        return report.impossible.empty() ? fine : does_not_hold;
    }
    if (!options.html.empty()) return input_error("--html goes with --explore; a release holds its own report.html");
    SCRIM_TRY(const PublishReport report, publish(options.request, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return fine;
}

}  // namespace

void add_publish(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("publish", "Make a release of a table that satisfies its policy, with a certificate");
    auto options = std::make_shared<PublishOptions>();
    PublishRequest& request = options->request;
    command->add_option("file", request.table.path, "The table: CSV, Parquet, JSON, a DuckDB file, or postgres://…")
        ->required();
    options->policy.add_to(*command);
    options->release.add_to(*command, request);
    command->add_option("--out", request.out, "Folder to make for the release (needed unless --explore is given)");
    command->add_option("--format", request.format,
                        "Format of the data: csv (default), csv.gz, csv.zst, tsv, parquet, json, jsonl or ndjson");
    command->add_option("--as", request.as,
                        "microdata: also a table of plain values, each drawn from what its cell prints, for tools that "
                        "read no labels");
    command
        ->add_option("--intervals", request.intervals,
                     "Also a table in which intervals are numbers: columns (age_lo and age_hi) or midpoint")
        ->check(CLI::IsMember({"text", "columns", "midpoint"}));
    command->add_option("--owner", options->request.owner,
                        "File for what only you should know (default: the folder's name followed by .owner.json)");
    command->add_option("--ledger", request.ledger,
                        "Of a differentially private release: the statistical database of the same table whose ledger "
                        "pays for it");
    command->add_option("--recipient", request.recipient, "Who gets the release, and pays for it from the ledger");
    command->add_flag("--force", request.force, "Replace the release if the folder holds one already");
    command->add_flag("--explore", options->explore,
                      "Try every algorithm and compare what comes out, recommend one; write no release");
    command->add_option("--html", options->html,
                        "With --explore: also write the comparison as a page with a picture, for the owner");
    add_input_options(*command, request.table);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim publish patients.csv --policy policy.yaml --out release/\n"
        "  scrim publish patients.csv --id name --qi age=age.csv,zip=zip.csv --sensitive disease \\\n"
        "    --require 'k_anonymity(k=5)' --algorithm optimal --suppress 5% --out release/\n"
        "  scrim publish patients.csv --policy policy.yaml --explore --html explore.html\n"
        "Exit code: 0 when the release is made, 2 when it cannot be; a line says why, and nothing is written.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_publish(*options, session); }; });
}

}  // namespace scrim::cli
