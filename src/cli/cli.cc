#include "cli/cli.h"

#include "cli/terminal_progress.h"
#include "cli/verb.h"
#include "scrim/version.h"

#include <algorithm>
#include <exception>

namespace scrim::cli {
namespace {

int report(const Error& error, std::ostream& err) {
    err << "scrim: " << error.message << "\n";
    switch (error.kind) {
        case Error::Kind::input: return bad_input;
        case Error::Kind::cancelled: return interrupted;
        case Error::Kind::fault: break;
    }
    return our_fault;
}

// CLI11's words for a usage error, as one line.
std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

int run(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
    CLI::App app("Scrim: learn from personal data without learning about persons.", "scrim");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    app.failure_message([](const CLI::App*, const CLI::Error& error) { return std::string(error.what()); });
    app.footer("Each verb has its own help: scrim check --help");
    Action action;
    add_check(app, action);
    add_hierarchy(app, action);
    add_list(app, action);
    add_demo(app, action);

    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error, out, err);  // --help, --version
        return report(input_error(one_line(error.what()) + " (see scrim --help)"), err);
    }

    TerminalProgress progress(err);
    try {
        Session session{out, progress};
        const Result<int> code = action(session);
        progress.clear();
        if (!code) return report(code.error(), err);
        out.flush();
        if (!out) return report(input_error("cannot write the output: is the disk full?"), err);
        return *code;
    } catch (const std::bad_alloc&) {
        progress.clear();
        return report(input_error("not enough memory for this table"), err);
    } catch (const std::exception& fault) {
        progress.clear();
        return report(fault_error(one_line(std::string("a fault of Scrim, please report it: ") + fault.what())), err);
    }
}

}  // namespace scrim::cli
