#include "scrim/publish.h"
#include "adapters/cli/memory_size.h"
#include "adapters/cli/owner_page.h"
#include "adapters/cli/several_values.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "scrim/catalogue.h"

#include <memory>

namespace scrim::cli {
namespace {

struct PublishOptions {
    PublishRequest request;
    PolicyOptions policy;
    std::string algorithm, strategy, minimize, suppress, population, memory;
    std::vector<std::string> weights, max_levels, accept_exact;
    std::string max_singled_out;
    std::string html;
    bool explore = false;
    bool json = false;
};

// "age=2" for a quasi-identifier of the policy.
Result<std::pair<ColumnPolicy*, std::string>> column_value(Policy& policy, const std::string& flag,
                                                           const std::string& text) {
    const auto [name, value] = column_and_value(text);
    for (ColumnPolicy& column : policy.columns)
        if (!value.empty() && column.name == name && column.role == Role::quasi_identifier)
            return std::pair(&column, value);
    return input_error(flag + " " + text + ": COLUMN=VALUE is accepted, with a quasi-identifier on the left" +
                       (policy.find(name) ? "" : near_column(policy, name)));
}

// The first algorithm that has such a parameter.
std::string with_parameter(std::string_view name) {
    for (const AlgorithmInfo* algorithm : list_algorithms())
        for (const Parameter& parameter : algorithm->parameters)
            if (parameter.name == name) return algorithm->name;
    return {};
}

// What flags say goes before what the policy file says.
Result<void> complete(PublishOptions& options) {
    PublishRequest& request = options.request;
    Policy& policy = request.policy;
    if (!options.algorithm.empty()) policy.algorithm = options.algorithm;
    if (!options.minimize.empty()) policy.minimize = options.minimize;
    if (!options.suppress.empty()) policy.suppress = options.suppress;
    if (!options.max_singled_out.empty()) policy.max_singled_out = options.max_singled_out;
    policy.accept_exact.insert(policy.accept_exact.end(), options.accept_exact.begin(), options.accept_exact.end());
    if (!options.strategy.empty()) {
        const std::string named = policy.algorithm.empty() ? with_parameter("strategy") : policy.algorithm;
        if (named.find('(') != std::string::npos)
            return input_error("--strategy is said twice: " + named + " has its own arguments");
        policy.algorithm = named + "(strategy=" + options.strategy + ")";
    }
    for (const std::string& text : split_lists(options.weights)) {
        SCRIM_TRY(const auto found, column_value(policy, "--weight", text));
        found.first->weight = found.second;
    }
    for (const std::string& text : split_lists(options.max_levels)) {
        SCRIM_TRY(const auto found, column_value(policy, "--max-level", text));
        const std::string& level = found.second;
        if (level.empty() || level.size() > 3 || level.find_first_not_of("0123456789") != std::string::npos)
            return input_error("--max-level " + text + ": a level of the column's hierarchy is accepted, 0 or more");
        found.first->max_level = static_cast<std::uint32_t>(std::stoul(level));
    }
    if (!options.population.empty()) {
        request.population.emplace();
        request.population->path = options.population;
    }
    if (!options.memory.empty()) {
        SCRIM_TRY(request.memory, parse_memory_size(options.memory));
    }
    return {};
}

Result<int> run_publish(PublishOptions& options, Session& session) {
    SCRIM_TRY(options.request.policy, options.policy.policy(options.request.table));
    SCRIM_CHECK(complete(options));
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
    command->add_option("--weight", options->weights, "How much a quasi-identifier's loss counts: COLUMN=NUMBER")
        ->group("Policy")
        ->allow_extra_args(false);
    command
        ->add_option("--max-level", options->max_levels,
                     "Most general level that a quasi-identifier may be printed at: COLUMN=LEVEL")
        ->group("Policy")
        ->allow_extra_args(false);
    command->add_option("--algorithm", options->algorithm,
                        "What makes the release, such as mondrian or 'optimal(strategy=incognito)' (default: cluster, "
                        "or what serves the requirements, the target and the size of the table; a note says which "
                        "and why; see scrim list algorithms)");
    command->add_option("--strategy", options->strategy,
                        "How the algorithm optimal searches: bound (default), incognito, samarati or mingen");
    command->add_option(
        "--minimize", options->minimize,
        "Metric to minimize (default loss, which is ncp; see scrim list metrics); optimal takes any, the "
        "others refuse what they do not look at");
    command->add_option("--suppress", options->suppress,
                        "How many records may be left out: a share such as 5%, or a number (default 0%)");
    command
        ->add_option("--accept-exact", options->accept_exact,
                     "Insensitive column that may be released as it is, although it singles people out")
        ->group("Policy")
        ->allow_extra_args(false);
    command
        ->add_option("--max-singled-out", options->max_singled_out,
                     "Share of people whom an insensitive column may single out (default 1%)")
        ->group("Policy");
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
    command->add_option("--population", options->population,
                        "Table of the people that the data were drawn from, for models that need it, such as k_map");
    command->add_option(
        "--target", request.target,
        "Column that a classifier would predict: for infogain_mondrian, k_optimize, topdown, bottomup and "
        "--minimize classification");
    command->add_option("--workload", request.workload,
                        "Count queries that the release should answer well: a file with one per line, or "
                        "'random(n=1000, dimensions=3, selectivity=5%, seed=1)'; for workload_mondrian, and for "
                        "query_error with --explore (by default random)");
    command->add_option("--memory", options->memory, "Memory to use, roughly: 512MB, 4GB (default: no limit)");
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
