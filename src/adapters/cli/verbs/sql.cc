#include "scrim/sql.h"
#include "adapters/cli/broken_pipe.h"
#include "adapters/cli/shell/edited_lines.h"
#include "adapters/cli/shell/sql_shell.h"
#include "adapters/cli/verb.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

namespace scrim::cli {
namespace {

struct SqlVerbOptions {
    SqlOptions database;
    std::string grantee;
    std::optional<std::string> text, file;
    std::string intervals = "text";
    bool json = false, csv = false;
};

// The progress line is off the screen before rows are on it, and does not come back among them.
class ProgressBeforeRows final : public Progress, public SqlSink {
public:
    ProgressBeforeRows(TerminalProgress& progress, SqlSink& sink) : progress_(progress), sink_(sink) {}
    ~ProgressBeforeRows() override { progress_.clear(); }

    void stage(std::string_view name, std::uint64_t total) override {
        if (!printing_) progress_.stage(name, total);
    }
    void unit(std::string_view name) override {
        if (!printing_) progress_.unit(name);
    }
    void advance(std::uint64_t amount) override {
        if (!printing_) progress_.advance(amount);
    }
    bool cancelled() const override { return progress_.cancelled(); }

    void columns(std::span<const SqlColumn> columns) override {
        begin_printing();
        sink_.columns(columns);
    }
    bool row(std::span<const std::optional<std::string>> cells) override { return sink_.row(cells); }
    void message(std::string_view text) override {
        begin_printing();
        sink_.message(worded(text, Wording::command_line));
    }

private:
    void begin_printing() {
        printing_ = true;
        progress_.clear();
    }

    TerminalProgress& progress_;
    SqlSink& sink_;
    std::atomic<bool> printing_{false};
};

Result<void> run_statement(SqlSession& sql, SqlStatement statement, SqlSink& sink, TerminalProgress& terminal) {
    ProgressBeforeRows both(terminal, sink);
    return sql.run(std::move(statement), both, both);
}

Result<void> run_interactively(const SqlVerbOptions& options, SqlSession& sql, SqlShell& shell, Session& session) {
    session.err << "Scrim SQL on '" << (options.database.path.empty() ? ":memory:" : options.database.path) << "'"
                << (options.grantee.empty() ? "" : " as '" + options.grantee + "'")
                << ". Statements end with ';'; .help lists them, .quit leaves." << std::endl;
    // Signals end the program while it waits for a line: each statement listens for itself.
    { const TerminalProgress listened(session.err); }
    EditedLines lines(options.grantee.empty() ? history_file() : "");
    SCRIM_CHECK(shell.run(lines));
    if (sql.in_transaction()) session.err << "the transaction was not committed: it is undone" << std::endl;
    return {};
}

Result<void> run_to_the_end(const SqlVerbOptions& options, SqlSession& sql, SqlShell& shell) {
    std::istringstream text(options.text.value_or(""));
    std::ifstream file;
    if (options.file) {
        file.open(*options.file, std::ios::binary);
        std::error_code error;
        if (!file || std::filesystem::is_directory(*options.file, error))
            return input_error("cannot read '" + *options.file + "'");
    }
    StreamLines lines(options.file ? file : options.text ? text : std::cin);
    SCRIM_CHECK(shell.run(lines));
    if (sql.in_transaction()) return input_error("the statements end before COMMIT: their transaction is undone");
    return {};
}

Result<int> run_sql(const SqlVerbOptions& options, Session& session) {
    session.name = "scrim sql";
    const KeepOnBrokenPipe keep_on;
    SCRIM_TRY(SqlDatabase database, SqlDatabase::open(options.database));
    SCRIM_TRY(SqlSession sql, database.session(options.grantee));

    const ShellOptions shell_options{
        .format = options.json  ? SqlFormat::json
                  : options.csv ? SqlFormat::csv
                                : SqlFormat::table,
        .interactive = !options.text && !options.file && ::isatty(STDIN_FILENO),
        .analyst = !options.grantee.empty(),
        .file = options.file.value_or(""),
    };
    const auto run = [&](SqlStatement statement, SqlSink& plain) -> Result<void> {
        SCRIM_TRY(const auto shown, with_intervals(plain, options.intervals));
        SqlSink& sink = *shown;
        if (!shell_options.interactive) return run_statement(sql, std::move(statement), sink, session.progress);
        TerminalProgress progress(session.err);  // Ctrl-C is about this statement only
        return run_statement(sql, std::move(statement), sink, progress);
    };
    SqlShell shell(run, session.out, session.err, shell_options);
    SCRIM_CHECK(shell_options.interactive ? run_interactively(options, sql, shell, session)
                                          : run_to_the_end(options, sql, shell));
    return fine;
}

}  // namespace

void add_sql(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("sql", "SQL with anonymization views: a shell, or the statements of a text, a file, a pipe");
    auto options = std::make_shared<SqlVerbOptions>();
    command->add_option("database", options->database.path,
                        "The database file, made if it is not there; without one, a database that is gone afterwards");
    CLI::Option* text = command->add_option("-c,--command", options->text, "Statements to run, separated by ';'");
    command->add_option("-f,--file", options->file, "A file of statements to run")->excludes(text);
    command->add_option("--as", options->grantee, "Through this analyst's door, who sees granted views only")
        ->check([](const std::string& name) { return name.empty() ? "an analyst has a name" : ""; });
    CLI::Option* json = command->add_flag("--json", options->json, "A JSON object for each statement");
    command->add_flag("--csv", options->csv, "CSV; messages go to standard error")->excludes(json);
    command
        ->add_option(
            "--intervals", options->intervals,
            "How generalized numbers are shown: as text (default), as two columns age_lo and age_hi, or as their "
            "midpoint")
        ->check(CLI::IsMember({"text", "columns", "midpoint"}));
    command->add_flag("--must-exist", options->database.must_exist, "Do not make a new database");
    command->add_option("--threads", options->database.threads, "Threads at work (default: one per processor)");
    command->footer(
        "Statements stop at the first error. Lines typed in the shell are kept in ~/.scrim_history, or the file that\n"
        "SCRIM_HISTORY names (none if it is empty); those of --as are not kept.\n\n"
        "Example:\n"
        "  scrim sql hospital.db\n"
        "  scrim sql hospital.db -c \"SELECT disease, count(*) FROM patient_av GROUP BY disease\" --json\n"
        "  scrim sql hospital.db --as analyst");
    command->callback([options, &action] { action = [options](Session& s) { return run_sql(*options, s); }; });
}

}  // namespace scrim::cli
