#include "adapters/cli/parts.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "report/json/parts.h"
#include "scrim/plan.h"

#include <memory>

namespace scrim::cli {
namespace {

struct ApplyOptions {
    std::string plan, out;
    TableInput part;
    bool json = false;
};

std::string text_of(const report::json::AppliedFile& made) {
    return made.file + ": " + std::to_string(made.records) + " records, " + std::to_string(made.suppressed) +
           " left out as planned, " + std::to_string(made.unknown) + " because the plan does not know them\n";
}

Result<int> run_apply(const ApplyOptions& options, Session& session) {
    if (part_file(options.plan) == PartFile::none)
        return input_error(options.plan + " is no plan; what scrim plan wrote is accepted");
    SCRIM_TRY(const Plan plan, read_part<Plan>(options.plan));
    if (part_file(options.part.path) != PartFile::none)
        return input_error(options.part.path + " is no table; a part of the table is accepted");
    SCRIM_TRY(const AppliedCounts counts, plan.apply(options.part, options.out, session.progress));
    const report::json::AppliedFile made{options.out, counts.records, counts.suppressed, counts.unknown};
    session.print(options.json ? to_json(made) : text_of(made));
    return fine;
}

}  // namespace

void add_apply(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("apply", "Apply a plan to a part of a table: the released rows of this part");
    auto options = std::make_shared<ApplyOptions>();
    command->add_option("plan", options->plan, "What scrim plan wrote")->required();
    command->add_option("part", options->part.path, "The part: CSV, Parquet, JSON, a DuckDB file, or postgres://…")
        ->required();
    command->add_option("--out", options->out, "File to write: .csv, .parquet, .json and what else is written")
        ->required();
    add_input_options(*command, options->part);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim apply release.scrimplan north.csv --out north_released.csv\n"
        "Put the parts together before they are shown: whoever knows in which part somebody is sees smaller classes.\n"
        "Exit code: 0 when the rows are written, 2 when they cannot be; a line says why, and nothing is written.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_apply(*options, session); }; });
}

}  // namespace scrim::cli
