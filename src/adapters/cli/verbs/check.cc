#include "scrim/check.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"

#include <filesystem>
#include <memory>

namespace scrim::cli {
namespace {

struct CheckOptions {
    CheckRequest request;
    PolicyOptions policy;
    std::string original, population, sample_weight, sampling_fraction, household;
    bool json = false;
};

// A column that is named on the command line alone is released as it is, and watched.
void add_named(Policy& policy, const std::string& column) {
    if (column.empty() || policy.find(column) || policy.default_role) return;
    policy.columns.push_back({.name = column, .role = Role::insensitive});
}

Result<int> run_check(CheckOptions& options, Session& session) {
    CheckRequest& request = options.request;
    SCRIM_TRY(request.policy, options.policy.policy(request.table));
    if (!options.sample_weight.empty()) request.policy.sample_weight = options.sample_weight;
    if (!options.sampling_fraction.empty()) request.policy.sampling_fraction = options.sampling_fraction;
    if (!options.household.empty()) request.policy.household = options.household;
    add_named(request.policy, options.sample_weight);
    add_named(request.policy, options.household);
    // Other tables may be of another kind; in files of one kind the same texts mean "no value".
    const auto beside = [&](const std::string& path) {
        TableInput input;
        input.path = path;
        const auto extension = [](const std::string& name) { return std::filesystem::path(name).extension(); };
        if (extension(path) == extension(request.table.path)) input.null_strings = request.table.null_strings;
        return input;
    };
    if (!options.original.empty()) request.original = beside(options.original);
    if (!options.population.empty()) request.population = beside(options.population);
    SCRIM_TRY(const CheckReport report, check(request, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return report.holds() ? fine : does_not_hold;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("check", "Measure how safe a table is, raw or anonymized");
    auto options = std::make_shared<CheckOptions>();
    CheckRequest& request = options->request;
    command->add_option("file", request.table.path, "The table: CSV, Parquet, JSON, a DuckDB file, or postgres://…")
        ->required();
    options->policy.add_to(*command);
    command->add_option("--original", options->original, "The table before anonymization: adds the utility metrics");
    command->add_option("--population", options->population,
                        "The people the table was drawn from: adds k-map, δ-presence, journalist risk");
    command->add_option("--target", request.target,
                        "Column a classifier would predict (default: the first sensitive one)");
    command->add_option("--workload", request.workload,
                        "Count queries for query_error, with --original: a file with one per line, or "
                        "'random(n=1000, dimensions=3, selectivity=5%, seed=1)' (the default)");
    command->add_option("--risk-threshold", request.risk_threshold,
                        "A record is at risk when its risk is greater (default 0.2)");
    command->add_flag("--null-matches", request.null_matches,
                      "NULL and '*' match anything, instead of being values of their own");
    command->add_option("--sample-weight", options->sample_weight,
                        "Column of sampling weights, the people each record stands for: adds the risk in a sample");
    command->add_option("--sampling-fraction", options->sampling_fraction,
                        "Share of the population that the table is, such as 1%: the same without weights");
    command->add_option("--household", options->household,
                        "Column that says who lives together: adds the risk of households");
    command
        ->add_option("--suda", request.suda,
                     "Score records that are alone by up to so many quasi-identifiers, such as 3")
        ->check(CLI::Range(1, 64));
    add_input_options(*command, request.table);
    command->add_flag("--json", options->json, "One JSON object instead of a table");
    command->footer(
        "Example:\n"
        "  scrim check patients.csv --id name --qi age,zip=zip.csv --sensitive disease\n"
        "  scrim check survey.csv --id name --qi age sex --sensitive income --default insensitive --missing ? -9\n"
        "  scrim check release.csv --policy policy.yaml --require 'k_anonymity(k=5)' --original patients.csv\n"
        "Exit code: 0, or 1 when a requirement does not hold, 2 for bad input.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_check(*options, session); }; });
}

}  // namespace scrim::cli
