// SqlShell: reads lines, gathers them into statements and dot commands, and runs those.
//
//   SqlShell shell(run, out, err, {.interactive = true});
//   SCRIM_CHECK(shell.run(lines));
//
// Statements end with ';', over as many lines as they need. For a person an error is printed and the shell goes on;
// otherwise the first error ends it, and what follows the last ';' is a statement too. When `out` cannot be written it
// ends: nobody would see what else is done.
#pragma once

#include "adapters/cli/shell/line_source.h"
#include "adapters/cli/shell/sql_output.h"
#include "adapters/cli/shell/sql_position.h"

#include <functional>
#include <vector>

namespace scrim::cli {

// Runs one statement: a session of a database, or a test's fake.
using RunStatement = std::function<Result<void>(SqlStatement statement, SqlSink& sink)>;

struct ShellOptions {
    SqlFormat format = SqlFormat::table;
    bool interactive = false;
    bool analyst = false;   // no files are read for them, and they have views, not tables
    std::string file = {};  // that the lines come from, for messages
};

class SqlShell {
public:
    SqlShell(RunStatement run, std::ostream& out, std::ostream& err, ShellOptions options);

    // Until the lines end or .quit.
    Result<void> run(LineSource& lines);

private:
    // Lines that are no whole statement yet.
    struct Pending {
        std::string text = {};
        SqlPosition start = {};  // of the text
        SqlPosition next = {};   // of the next line
    };

    Result<void> run_lines(LineSource& lines, const std::string& file, bool interactive);
    Result<void> take(const std::string& line, Pending& pending, const std::string& file);
    Result<void> run_pending(Pending& pending, const std::string& file);
    Result<void> run_statement(SqlStatement statement);
    Result<void> run_command(std::string_view line);
    Result<void> set_mode(const std::string& name);
    Result<void> set_timing(const std::string& value);
    Result<void> read_file(const std::string& path);

    RunStatement run_;
    std::ostream& out_;
    std::ostream& err_;
    const ShellOptions options_;
    std::unique_ptr<SqlOutput> output_;
    bool timing_ = false, leave_ = false;
    int files_open_ = 0;
};

}  // namespace scrim::cli
