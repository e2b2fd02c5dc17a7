#include "scrim/histogram.h"
#include "adapters/cli/parts.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "report/json/parts.h"

#include <memory>

namespace scrim::cli {
namespace {

struct HistogramOptions {
    Parts parts;
    PolicyOptions policy;
    std::string out;
    bool json = false;
};

std::string text_of(const report::json::HistogramFile& made) {
    return made.file + ": " + std::to_string(made.records) + " records in " + std::to_string(made.rows) +
           " different rows\nIt holds raw values: it is for the owner of the table, and only you can read it.\n";
}

Result<int> run_histogram(const HistogramOptions& options, Session& session) {
    SCRIM_TRY(const Policy policy, options.policy.policy(options.parts.table()));
    SCRIM_TRY(const std::vector<Histogram> parts, options.parts.histograms(policy, session.progress));
    SCRIM_TRY(const Histogram all, Histogram::merged(parts));
    SCRIM_CHECK(write_part_file(options.out, all.serialize(), true));
    const report::json::HistogramFile made{options.out, parts.size(),  all.records(),
                                           all.rows(),  all.columns(), all.left_out()};
    session.print(options.json ? to_json(made) : text_of(made));
    return fine;
}

}  // namespace

void add_histogram(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "histogram", "Count the different rows of a part of a table, so that a release is planned without the table");
    auto options = std::make_shared<HistogramOptions>();
    command->add_option("parts", options->parts.paths, "Tables in files, or histograms: all are counted together")
        ->required();
    options->policy.add_to(*command);
    command->add_option("--out", options->out, "File to write, readable for you alone")->required();
    add_input_options(*command, options->parts.reading);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim histogram north.csv --policy policy.yaml --out north.scrimhist\n"
        "  scrim histogram north.scrimhist south.scrimhist --policy policy.yaml --out all.scrimhist\n"
        "Exit code: 0 when the file is written, 2 when it cannot be; a line says why, and nothing is written.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_histogram(*options, session); }; });
}

}  // namespace scrim::cli
