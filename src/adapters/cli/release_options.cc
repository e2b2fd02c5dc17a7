#include "adapters/cli/release_options.h"

#include "adapters/cli/memory_size.h"
#include "adapters/cli/several_values.h"
#include "adapters/cli/table_options.h"
#include "scrim/catalogue.h"

#include <utility>

namespace scrim::cli {
namespace {

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

}  // namespace

void ReleaseOptions::add_to(CLI::App& command, PublishRequest& request) {
    command.add_option("--weight", weights_, "How much a quasi-identifier's loss counts: COLUMN=NUMBER")
        ->group("Policy")
        ->allow_extra_args(false);
    command
        .add_option("--max-level", max_levels_,
                    "Most general level that a quasi-identifier may be printed at: COLUMN=LEVEL")
        ->group("Policy")
        ->allow_extra_args(false);
    command.add_option("--algorithm", algorithm_,
                       "What makes the release, such as mondrian or 'optimal(strategy=incognito)' (default: cluster, "
                       "or what serves the requirements, the target and the size of the table; a note says which "
                       "and why; see scrim list algorithms)");
    command.add_option("--strategy", strategy_,
                       "How the algorithm optimal searches: bound (default), incognito, samarati or mingen");
    command.add_option(
        "--minimize", minimize_,
        "Metric to minimize (default loss, which is ncp; see scrim list metrics); optimal takes any, the "
        "others refuse what they do not look at");
    command.add_option("--suppress", suppress_,
                       "How many records may be left out: a share such as 5%, or a number (default 0%)");
    command
        .add_option("--accept-exact", accept_exact_,
                    "Insensitive column that may be released as it is, although it singles people out")
        ->group("Policy")
        ->allow_extra_args(false);
    command
        .add_option("--max-singled-out", max_singled_out_,
                    "Share of people whom an insensitive column may single out (default 1%)")
        ->group("Policy");
    command.add_option("--population", population_,
                       "Table of the people that the data were drawn from, for models that need it, such as k_map");
    command.add_option(
        "--target", request.target,
        "Column that a classifier would predict: for infogain_mondrian, k_optimize, topdown, bottomup and "
        "--minimize classification");
    command.add_option("--workload", request.workload,
                       "Count queries that the release should answer well: a file with one per line, or "
                       "'random(n=1000, dimensions=3, selectivity=5%, seed=1)'; for workload_mondrian, and for "
                       "query_error with --explore (by default random)");
    command.add_option("--memory", memory_, "Memory to use, roughly: 512MB, 4GB (default: no limit)");
}

Result<void> ReleaseOptions::complete(PublishRequest& request) const {
    Policy& policy = request.policy;
    if (!algorithm_.empty()) policy.algorithm = algorithm_;
    if (!minimize_.empty()) policy.minimize = minimize_;
    if (!suppress_.empty()) policy.suppress = suppress_;
    if (!max_singled_out_.empty()) policy.max_singled_out = max_singled_out_;
    policy.accept_exact.insert(policy.accept_exact.end(), accept_exact_.begin(), accept_exact_.end());
    if (!strategy_.empty()) {
        const std::string named = policy.algorithm.empty() ? with_parameter("strategy") : policy.algorithm;
        if (named.find('(') != std::string::npos)
            return input_error("--strategy is said twice: " + named + " has its own arguments");
        policy.algorithm = named + "(strategy=" + strategy_ + ")";
    }
    for (const std::string& text : split_lists(weights_)) {
        SCRIM_TRY(const auto found, column_value(policy, "--weight", text));
        found.first->weight = found.second;
    }
    for (const std::string& text : split_lists(max_levels_)) {
        SCRIM_TRY(const auto found, column_value(policy, "--max-level", text));
        const std::string& level = found.second;
        if (level.empty() || level.size() > 3 || level.find_first_not_of("0123456789") != std::string::npos)
            return input_error("--max-level " + text + ": a level of the column's hierarchy is accepted, 0 or more");
        found.first->max_level = static_cast<std::uint32_t>(std::stoul(level));
    }
    if (!population_.empty()) {
        request.population.emplace();
        request.population->path = population_;
    }
    if (!memory_.empty()) {
        SCRIM_TRY(request.memory, parse_memory_size(memory_));
    }
    return {};
}

}  // namespace scrim::cli
