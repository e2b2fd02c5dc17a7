#include "adapters/cli/cli.h"

#include "adapters/cli/broken_pipe.h"
#include "adapters/cli/several_values.h"
#include "adapters/cli/terminal_progress.h"
#include "adapters/cli/verb.h"
#include "report/json/document.h"
#include "report/json/error.h"
#include "scrim/catalogue.h"

#include <algorithm>
#include <csignal>
#include <exception>

namespace scrim::cli {
namespace {

// Whatever a message quotes, it stays one line.
std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return text;
}

// Where errors go: a line for people or, where the command line asks for JSON, an object for programs.
struct Complaints {
    std::ostream& err;
    bool json;
};

int report(const Error& error, const Complaints& to, const std::string& name = "scrim") {
    if (to.json)
        to.err << report::json::line(report::json::error(error, Wording::command_line));
    else
        to.err << name << ": " << one_line(worded(error.message, Wording::command_line)) << "\n";
    switch (error.kind) {
        case Error::Kind::input: return bad_input;
        case Error::Kind::cancelled: return TerminalProgress::signal() ? 128 + TerminalProgress::signal() : interrupted;
        case Error::Kind::fault: break;
    }
    return our_fault;
}

int finish(int code, std::ostream& out, const Complaints& complaints) {
    out.flush();
    if (!out && reader_left(out)) return 128 + SIGPIPE;
    if (!out) return report(input_error("cannot write the output: is the disk full?"), complaints);
    return code;
}

// The first word that is none of the verbs expected in its place, if any: the parser would only say that one is
// missing.
std::string unknown_verb(const CLI::App& app, const std::vector<std::string>& words) {
    const CLI::App* verb = &app;
    for (const std::string& word : words) {
        if (verb->get_require_subcommand_min() == 0 || word.empty() || word.front() == '-') return {};
        std::string accepted;
        const CLI::App* next = nullptr;
        for (const CLI::App* known : verb->get_subcommands([](const CLI::App*) { return true; })) {
            accepted += (accepted.empty() ? "" : ", ") + known->get_name();
            if (known->get_name() == word) next = known;
        }
        if (!next) return "there is no verb '" + word + "' here: accepted are " + accepted + " (see scrim --help)";
        verb = next;
    }
    return {};
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
    add_publish(app, action);
    add_histogram(app, action);
    add_plan(app, action);
    add_apply(app, action);
    add_judge(app, action);
    add_republish(app, action);
    add_check_series(app, action);
    add_sync(app, action);
    add_verify(app, action);
    add_audit(app, action);
    add_query(app, action);
    add_statdb(app, action);
    add_ledger(app, action);
    add_sql(app, action);
    add_serve(app, action);
    add_token(app, action);
    add_hierarchy(app, action);
    add_list(app, action);
    add_demo(app, action);

    const Complaints complaints{err, std::find(words.begin(), words.end(), "--json") != words.end()};
    if (const std::string unknown = unknown_verb(app, words); !unknown.empty())
        return report(input_error(unknown), complaints);
    try {
        const std::vector<std::string> spread = spread_values(app, words);
        app.parse(std::vector<std::string>(spread.rbegin(), spread.rend()));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return finish(app.exit(error, out, err), out, complaints);  // --help, --version
        return report(input_error(std::string(error.what()) + " (see scrim --help)"), complaints);
    }

    TerminalProgress progress(err);
    Session session{out, err, progress};
    try {
        const Result<int> code = action(session);
        progress.clear();
        if (!code) return report(code.error(), complaints, session.name);
        return finish(*code, out, complaints);
    } catch (const std::bad_alloc&) {
        progress.clear();
        return report(input_error("not enough memory for this table"), complaints, session.name);
    } catch (const std::exception& fault) {
        progress.clear();
        return report(fault_error(std::string("a fault of Scrim, please report it: ") + fault.what()), complaints,
                      session.name);
    }
}

}  // namespace scrim::cli
