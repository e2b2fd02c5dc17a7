#include "scrim/plan.h"
#include "adapters/cli/parts.h"
#include "adapters/cli/release_options.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "report/json/parts.h"

#include <filesystem>
#include <memory>
#include <utility>

namespace scrim::cli {
namespace {

struct PlanOptions {
    Parts parts;
    PublishRequest request;
    PolicyOptions policy;
    ReleaseOptions release;
    std::string out, values;
    bool shares = false;
    bool json = false;
};

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::string text_of(const report::json::PlanFiles& made) {
    std::string text = made.algorithm + ": " + std::to_string(made.records) + " records in " +
                       std::to_string(made.classes) + " classes, " + std::to_string(made.suppressed) + " left out\n";
    for (const std::string& file : made.files) text += "  " + file + "\n";
    return text + (made.raw_columns.empty()
                       ? "It holds nothing that the release does not show.\n"
                       : "It holds values that the release does not show, in " + listed(made.raw_columns) +
                             ": it is for the owner of the table, and only you can read it.\n");
}

// "release.scrimplan" of the second part: "release.2.scrimplan".
std::string numbered(const std::string& out, std::size_t number) {
    const std::filesystem::path path(out);
    return (path.parent_path() / (path.stem().string() + "." + std::to_string(number) + path.extension().string()))
        .string();
}

Result<std::vector<std::pair<std::string, Plan>>> plans_of(const PlanOptions& options, const Plan& plan,
                                                           const std::vector<Histogram>& parts, Progress& progress) {
    std::vector<std::pair<std::string, Plan>> made;
    if (!options.shares) {
        if (plan.has_shares() && parts.size() > 1)
            return input_error(
                "records of equal values go to several classes, so each part needs a plan of its own: "
                "give --shares, with the parts in their order");
        made.emplace_back(options.out, plan);
        return made;
    }
    if (!plan.has_shares())
        return input_error("--shares: all parts have the same plan here, which one file holds; leave it out");
    if (parts.empty()) return input_error("--shares: a table by itself has one share; name the parts");
    SCRIM_TRY(const std::vector<Plan> shares, plan.shares(parts, progress));
    for (std::size_t part = 0; part < shares.size(); ++part)
        made.emplace_back(numbered(options.out, part + 1), shares[part]);
    return made;
}

Result<void> check_values(const PlanOptions& options, const Plan& plan) {
    if (plan.has_values() == !options.values.empty()) return {};
    return input_error(plan.has_values()
                           ? "the groups' sensitive values are a table of their own, which is released, too: give "
                             "--values and a file for it"
                           : "--values: only anatomized releases have a table of the groups' values; leave it out");
}

Result<int> run_plan(PlanOptions& options, Session& session) {
    PublishRequest& request = options.request;
    request.table = options.parts.table();
    SCRIM_TRY(request.policy, options.policy.policy(request.table));
    SCRIM_CHECK(options.release.complete(request));
    std::vector<Histogram> parts;
    if (!options.parts.one_table()) {
        SCRIM_TRY(parts, options.parts.histograms(request.policy, session.progress));
        request.table = {};
        SCRIM_TRY(request.table.histogram, Histogram::merged(parts));
    }
    SCRIM_TRY(const Plan plan, Plan::make(request, session.progress));
    SCRIM_CHECK(check_values(options, plan));
    SCRIM_TRY(const auto files, plans_of(options, plan, parts, session.progress));
    report::json::PlanFiles made{
        {}, plan.algorithm(), plan.records(), plan.suppressed(), plan.classes(), plan.columns(), plan.raw_columns()};
    for (const auto& [path, own] : files) {
        SCRIM_CHECK(write_part_file(path, own.serialize(), own.owner_only()));
        made.files.push_back(path);
    }
    if (plan.has_values()) SCRIM_CHECK(plan.write_values(options.values));
    session.print(options.json ? to_json(made) : text_of(made));
    return fine;
}

}  // namespace

void add_plan(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "plan", "Plan the release of a table that is in parts: which class each record goes to, for scrim apply");
    auto options = std::make_shared<PlanOptions>();
    command
        ->add_option("parts", options->parts.paths, "All parts: tables in files, or what scrim histogram wrote of them")
        ->required();
    options->policy.add_to(*command);
    options->release.add_to(*command, options->request);
    command->add_option("--out", options->out, "File to write the plan to")->required();
    command->add_flag("--shares", options->shares,
                      "A plan for each part, where records of equal values go to several classes: plan.scrimplan "
                      "becomes plan.1.scrimplan, plan.2.scrimplan, in the order of the parts");
    command->add_option("--values", options->values,
                        "With anatomy: file for the groups' sensitive values and their counts, which is released, too");
    add_input_options(*command, options->parts.reading);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim plan north.scrimhist south.scrimhist --policy policy.yaml --algorithm mondrian --out r.scrimplan\n"
        "  scrim plan north.csv south.csv --policy policy.yaml --algorithm cluster --shares --out r.scrimplan\n"
        "  scrim plan north.csv south.csv --policy policy.yaml --algorithm anatomy --shares --out r.scrimplan --values "
        "st.csv\n"
        "Algorithms that change values have no plan: it would be the released table.\n"
        "Exit code: 0 when the plan is written, 2 when it cannot be; a line says why, and nothing is written.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_plan(*options, session); }; });
}

}  // namespace scrim::cli
