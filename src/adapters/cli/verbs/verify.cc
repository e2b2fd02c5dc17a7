#include "scrim/verify.h"
#include "adapters/cli/memory_size.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"

#include <memory>

namespace scrim::cli {
namespace {

struct VerifyOptions {
    VerifyRequest request;
    TableInput original;
    std::string population, policy, memory;
    bool json = false;
};

Result<int> run_verify(VerifyOptions& options, Session& session) {
    VerifyRequest& request = options.request;
    const TableInput& original = options.original;
    if (!original.path.empty())
        request.original = original;
    else if (!original.table.empty() || !original.query.empty() || !original.delimiter.empty() ||
             !original.null_strings.empty() || !original.header)
        return input_error("the input options are about the original: give --original too");
    if (!options.population.empty()) {
        request.population.emplace();
        request.population->path = options.population;
    }
    if (!options.policy.empty()) {
        SCRIM_TRY(request.policy, read_policy(options.policy));
    }
    if (!options.memory.empty()) {
        SCRIM_TRY(request.memory, parse_memory_size(options.memory));
    }
    SCRIM_TRY(const VerifyReport report, verify(request, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return report.holds() ? fine : does_not_hold;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("verify", "Recompute every claim of a release, or of a series of releases, from its files");
    auto options = std::make_shared<VerifyOptions>();
    command
        ->add_option("folder", options->request.folder,
                     "The release, as publish wrote it, or a series, as republish did")
        ->required();
    command->add_option("--original", options->original.path,
                        "The table before it was anonymized: also checks that every released record stands for one of "
                        "its records (the input options are about this table)");
    command->add_option("--population", options->population,
                        "Table of the people that the data were drawn from, for models that need it, such as k_map");
    command->add_option("--policy", options->policy,
                        "The policy that it was made for: also checks roles and requirements and, with --original, "
                        "what is counted in people");
    command->add_flag("--public", options->request.public_only,
                      "Of a series: verify only what a recipient has, not the owner's history");
    command->add_option("--memory", options->memory,
                        "Memory to use, roughly: 512MB, 4GB (default: no limit); with it, spelling and order of the "
                        "data are not checked");
    add_input_options(*command, options->original);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim verify release/\n"
        "  scrim verify release/ --original patients.csv --policy policy.yaml\n"
        "  scrim verify series/\n"
        "Each claim is marked ok, FAIL or ?; what could not be checked has a ? and says what it would need.\n"
        "Exit code: 0 when no claim fails, 1 when one does, 2 when there is nothing to verify.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_verify(*options, session); }; });
}

}  // namespace scrim::cli
