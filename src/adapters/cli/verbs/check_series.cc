#include "adapters/cli/owner_page.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "scrim/audit.h"

#include <memory>

namespace scrim::cli {
namespace {

struct CheckSeriesOptions {
    SeriesCheckRequest request;
    PolicyOptions policy;
    TableInput input;  // how all tables are read
    std::vector<std::string> releases, people;
    std::string html;
    bool json = false;
};

Result<int> run_check_series(CheckSeriesOptions& options, Session& session) {
    SeriesCheckRequest& request = options.request;
    const auto inputs = [&](const std::vector<std::string>& paths) {
        std::vector<TableInput> all;
        for (const std::string& path : paths) {
            all.push_back(options.input);
            all.back().path = path;
        }
        return all;
    };
    request.releases = inputs(options.releases);
    request.people = inputs(options.people);
    SCRIM_TRY(request.policy,
              options.policy.policy(request.people.empty() ? request.releases.front() : request.people.front()));
    SCRIM_TRY(const SeriesCheckReport report, check_series(request, session.progress));
    if (!options.html.empty()) SCRIM_CHECK(write_owner_page(options.html, to_html(report)));
    session.print(options.json ? to_json(report) : to_text(report));
    return report.holds() ? fine : does_not_hold;
}

}  // namespace

void add_check_series(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "check-series", "Who is exposed when several releases of changing data, any tool's, are combined?");
    auto options = std::make_shared<CheckSeriesOptions>();
    options->policy.add_to(*command);
    command
        ->add_option("releases", options->releases,
                     "The releases in their order: files, folders of releases, or the folder of a series")
        ->required()
        ->allow_extra_args(true)
        ->expected(1, 10'000);
    command
        ->add_option("--people", options->people,
                     "Who is in which release: one table for all, or one for each, with the person column and exact "
                     "quasi-identifiers (not needed where the releases hold the person column)")
        ->allow_extra_args(true)
        ->expected(1, 10'000);
    command->add_option("--least", options->request.least,
                        "Whoever has fewer possible sensitive values left is exposed (default 2)");
    command->add_option("--html", options->html, "Also write the report as a page, for the owner");
    add_input_options(*command, options->input);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim check-series jan.csv feb.csv mar.csv --policy policy.yaml\n"
        "  scrim check-series series/ --people q1.csv q2.csv q3.csv --policy policy.yaml --least 10\n"
        "Exit code: 0 when nobody is exposed, 1 when somebody is, 2 when it cannot be told.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_check_series(*options, session); }; });
}

}  // namespace scrim::cli
