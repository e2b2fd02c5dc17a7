#include "adapters/cli/parts.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "scrim/evidence.h"

#include <memory>

namespace scrim::cli {
namespace {

struct JudgeOptions {
    Parts parts;
    PolicyOptions policy;
    std::string out;
    bool json = false;
};

Result<int> run_judge(const JudgeOptions& options, Session& session) {
    CheckRequest request;
    SCRIM_TRY(request.policy, options.policy.policy(options.parts.table()));
    SCRIM_TRY(const std::vector<Evidence> parts, options.parts.evidence(request.policy, session.progress));
    SCRIM_TRY(const Evidence all, Evidence::merged(parts));
    request.table.path = std::to_string(parts.size()) + (parts.size() == 1 ? " part" : " parts");
    SCRIM_TRY(const CheckReport report, all.judge(request, session.progress));
    if (!options.out.empty()) SCRIM_CHECK(write_part_file(options.out, all.serialize(), true));
    session.print(options.json ? to_json(report) : to_text(report));
    return report.holds() ? fine : does_not_hold;
}

}  // namespace

void add_judge(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "judge", "Measure how safe the parts of a release are together, as scrim check measures one table");
    auto options = std::make_shared<JudgeOptions>();
    command
        ->add_option("parts", options->parts.paths, "All parts: released tables in files, or evidence of them (--out)")
        ->required();
    options->policy.add_to(*command);
    command->add_option("--out", options->out,
                        "Also write the evidence, which can be judged again, with that of other parts");
    add_input_options(*command, options->parts.reading);
    command->add_flag("--json", options->json, "One JSON object instead of a table");
    command->footer(
        "Example:\n"
        "  scrim judge north_released.csv south_released.csv --policy policy.yaml\n"
        "  scrim judge north_released.csv --policy policy.yaml --out north.scrimevidence\n"
        "A release has lost whose records they are: where people have several, records are counted.\n"
        "Exit code: 0, or 1 when a requirement does not hold, 2 for bad input.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_judge(*options, session); }; });
}

}  // namespace scrim::cli
