// A verb of the command line: adds its options to the parser and does its work once they are parsed.
#pragma once

#include "adapters/cli/cli.h"
#include "adapters/cli/terminal_progress.h"
#include "scrim/result.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <ostream>
#include <string>

namespace scrim::cli {

struct Session {
    std::ostream& out;
    std::ostream& err;
    TerminalProgress& progress;
    std::string name = "scrim";  // messages begin with it

    // A report of the library, with its fields spelled as flags.
    void print(std::string_view report) { out << worded(report, Wording::command_line); }
};

// What a verb does: an exit code, or what went wrong.
using Action = std::function<Result<int>(Session&)>;

// Each adds a subcommand to `app` and sets `action` when it is the one called.
void add_check(CLI::App& app, Action& action);
void add_publish(CLI::App& app, Action& action);
void add_histogram(CLI::App& app, Action& action);
void add_plan(CLI::App& app, Action& action);
void add_apply(CLI::App& app, Action& action);
void add_judge(CLI::App& app, Action& action);
void add_republish(CLI::App& app, Action& action);
void add_check_series(CLI::App& app, Action& action);
void add_sync(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_audit(CLI::App& app, Action& action);
void add_query(CLI::App& app, Action& action);
void add_statdb(CLI::App& app, Action& action);
void add_ledger(CLI::App& app, Action& action);
void add_sql(CLI::App& app, Action& action);
void add_serve(CLI::App& app, Action& action);
void add_token(CLI::App& app, Action& action);
void add_hierarchy(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_demo(CLI::App& app, Action& action);

}  // namespace scrim::cli
