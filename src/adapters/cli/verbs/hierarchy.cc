#include "scrim/hierarchy.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"

#include <filesystem>
#include <memory>

namespace scrim::cli {
namespace {

struct HierarchyOptions {
    std::string path, column, out;
    TableInput data;
    HierarchyBuild build;
    ReadingOptions reading;
    bool json = false;
};

// The table, read as the flags say of its column.
Result<TableInput> read_as_said(const HierarchyOptions& options, const std::string& column) {
    Policy policy;
    policy.default_role = Role::insensitive;
    policy.columns.emplace_back();
    policy.columns.back().name = column;
    SCRIM_CHECK(options.reading.say(options.data, policy));
    return read_as(options.data, policy);
}

Result<int> run_check(const HierarchyOptions& options, Session& session) {
    std::optional<TableInput> data;
    if (!options.data.path.empty()) {
        SCRIM_TRY(data, read_as_said(options, options.column));
    }
    if (data.has_value() == options.column.empty())
        return input_error("--data and --column go together: the table and the column that the hierarchy is for");
    SCRIM_TRY(const HierarchyReport report, check_hierarchy(options.path, data, options.column, session.progress));
    if (options.json) session.print(to_json(report));
    SCRIM_CHECK(complete(report));
    if (!options.json) session.print(to_text(report));
    return fine;
}

Result<int> run_build(HierarchyOptions& options, Session& session) {
    HierarchyBuild& build = options.build;
    const int kinds = !build.intervals.empty() + !build.dates.empty() + !build.prefixes.empty() + build.flat;
    if (kinds != 1) return input_error("exactly one of --intervals, --dates, --prefixes and --flat is needed");
    SCRIM_TRY(build.data, read_as_said(options, build.column));
    std::error_code unknown;
    if (std::filesystem::equivalent(options.out, options.data.path, unknown))
        return input_error("the output '" + options.out + "' is the table itself: choose another file");
    SCRIM_TRY(const std::string text, build_hierarchy(build, session.progress));
    if (options.out.empty())
        session.out << text;
    else
        SCRIM_CHECK(write_text(options.out, text));
    return fine;
}

}  // namespace

void add_hierarchy(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("hierarchy", "Check a generalization hierarchy, or build one from the data");
    command->require_subcommand(1);
    auto options = std::make_shared<HierarchyOptions>();

    CLI::App* check =
        command->add_subcommand("check", "Is a hierarchy sound, and does it know every value of a column?");
    check->add_option("file", options->path, "The hierarchy: leaf;level1;…;* or child;parent")->required();
    check->add_option("--data", options->data.path, "The table it is for");
    check->add_option("--column", options->column, "The column of that table");
    add_input_options(*check, options->data);
    options->reading.add_to(*check, "Input");
    check->add_flag("--json", options->json, "One JSON object instead of a table");
    check->footer("Example:\n  scrim hierarchy check zip.csv --data patients.csv --column zip");
    check->callback(
        [options, &action] { action = [options](Session& session) { return run_check(*options, session); }; });

    CLI::App* build = command->add_subcommand("build", "Make a hierarchy for a column");
    build->add_option("column", options->build.column, "The column")->required();
    build->add_option("--data", options->data.path, "The table")->required();
    build->add_option("--intervals", options->build.intervals, "Numbers: widths of the intervals, such as 5,10,20")
        ->delimiter(',');
    build->add_option("--dates", options->build.dates, "Dates: units among day,month,quarter,year,decade")
        ->delimiter(',');
    build
        ->add_option("--prefixes", options->build.prefixes,
                     "Codes: how many last characters each level masks, such as 1,2,3")
        ->delimiter(',');
    build->add_flag("--flat", options->build.flat, "Every value directly below *");
    build->add_option("-o,--out", options->out, "File to write (default: standard output)");
    add_input_options(*build, options->data);
    options->reading.add_to(*build, "Input");
    build->footer(
        "Example:\n"
        "  scrim hierarchy build age --data patients.csv --intervals 5,10,20,40 -o age.csv\n"
        "  scrim hierarchy build zip --data patients.csv --prefixes 1,2,3 -o zip.csv\n"
        "  scrim hierarchy build born --data patients.csv --dates month,year --type born=day_first --missing ?");
    build->callback(
        [options, &action] { action = [options](Session& session) { return run_build(*options, session); }; });
}

}  // namespace scrim::cli
