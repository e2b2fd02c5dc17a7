#include "adapters/cli/shell/sql_shell.h"

#include "adapters/cli/shell/sql_help.h"
#include "adapters/cli/shown_text.h"
#include "adapters/cli/terminal_progress.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace scrim::cli {
namespace {

constexpr std::string_view prompt = "scrim> ", prompt_within = "   ...> ";
constexpr int most_files_open = 16;

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::string_view without_end(std::string_view text) { return text.substr(0, text.find_last_not_of(" \t\r\n") + 1); }

bool is_command(std::string_view line) {
    const std::string_view text = trimmed(line);
    return text.size() > 1 && (text[0] == '\\' || (text[0] == '.' && (text[1] < '0' || text[1] > '9')));
}

// Other signals than Ctrl-C mean the program, not the statement.
bool must_leave(const Error& error) {
    const int signal = TerminalProgress::signal();
    return error.kind == Error::Kind::cancelled && signal != 0 && signal != SIGINT;
}

std::string milliseconds_since(std::chrono::steady_clock::time_point start) {
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << time.count() << " ms";
    return text.str();
}

}  // namespace

SqlShell::SqlShell(RunStatement run, std::ostream& out, std::ostream& err, ShellOptions options)
    : run_(std::move(run)),
      out_(out),
      err_(err),
      options_(std::move(options)),
      output_(make_output(options_.format, out, err)) {}

Result<void> SqlShell::run(LineSource& lines) {
    leave_ = false;
    return run_lines(lines, options_.file, options_.interactive);
}

Result<void> SqlShell::run_lines(LineSource& lines, const std::string& file, bool interactive) {
    Pending pending;
    while (!leave_) {
        const bool begun = !is_blank_sql(pending.text);
        const Line line = lines.next(begun ? prompt_within : prompt);
        if (line.kind == Line::Kind::end) break;
        if (line.kind == Line::Kind::interrupted) {
            pending = {};
            continue;
        }
        if (!begun) pending.text.clear();
        if (interactive && pending.text.empty()) pending.next = {};  // people count from their statement's first line
        const Result<void> done = take(line.text, pending, file);
        if (done) continue;
        if (!interactive || must_leave(done.error())) return done;
        err_ << "error: " << shown(worded(done.error().message, Wording::command_line)).text << std::endl;
        pending = {};
    }
    if (!interactive && !leave_ && !is_blank_sql(pending.text)) {
        const Result<void> done = run_statement(SqlStatement(std::string(without_end(pending.text))));
        if (!done) return at_position(done.error(), pending.start, file);
    }
    return {};
}

Result<void> SqlShell::take(const std::string& line, Pending& pending, const std::string& file) {
    if (pending.text.empty()) {
        pending.start = pending.next;
        if (is_command(line)) {
            const Result<void> done = run_command(line);
            const SqlPosition here = pending.next;
            pending.next.advance("\n");
            return done ? done : at_position(done.error(), here, file);
        }
    }
    pending.text += line;
    pending.text += '\n';
    pending.next.advance("\n");
    if (line.find(';') == std::string::npos) return {};
    return run_pending(pending, file);
}

Result<void> SqlShell::run_pending(Pending& pending, const std::string& file) {
    SqlText parts = split_statements(pending.text);
    if (parts.statements.empty()) {
        if (is_blank_sql(parts.rest)) pending.text.clear();
        return {};
    }
    std::size_t at = 0;
    const auto go_to = [&](std::size_t position) {
        position = std::min(position, pending.text.size());
        pending.start.advance(std::string_view(pending.text).substr(at, position - at));
        at = position;
    };
    for (SqlStatement& statement : parts.statements) {
        go_to(statement.begin());
        const std::size_t end = at + statement.text().size();
        const Result<void> done = run_statement(std::move(statement));
        if (!done) return at_position(done.error(), pending.start, file);
        if (leave_) return {};
        go_to(end);
    }
    go_to(pending.text.rfind(parts.rest));
    pending.text.erase(0, at);  // with the end of its line
    return {};
}

Result<void> SqlShell::run_statement(SqlStatement statement) {
    const auto start = std::chrono::steady_clock::now();
    const Result<void> done = run_(std::move(statement), *output_);
    output_->finish(done.ok());
    out_.flush();
    if (timing_) err_ << "Time: " << milliseconds_since(start) << std::endl;
    if (!out_) leave_ = true;
    return done;
}

Result<void> SqlShell::run_command(std::string_view line) {
    const std::string_view text = trimmed(line).substr(1);
    const std::size_t space = std::min(text.find_first_of(" \t"), text.size());
    const std::string name(text.substr(0, space));
    std::string_view word = trimmed(text.substr(space));
    if (word.size() >= 2 && (word.front() == '\'' || word.front() == '"') && word.back() == word.front())
        word = word.substr(1, word.size() - 2);
    const std::string argument(word);

    if (name == "mode") return set_mode(argument);
    if (name == "timing") return set_timing(argument);
    if (name == "read") return read_file(argument);
    const bool known = name == "quit" || name == "exit" || name == "q" || name == "help" || name == "tables";
    if (!known) {
        return input_error("there is no command '" + std::string(trimmed(line).substr(0, space + 1)) +
                           "': accepted are " + std::string(dot_commands()));
    }
    if (!argument.empty()) return input_error("." + name + " stands alone, without '" + argument + "'");
    if (name == "help") {
        out_ << sql_help() << std::flush;
    } else if (name == "tables") {
        return run_statement(SqlStatement(options_.analyst ? "SHOW ANONYMIZATION_VIEWS" : "SHOW TABLES"));
    } else {
        leave_ = true;
    }
    return {};
}

Result<void> SqlShell::set_mode(const std::string& name) {
    if (name != "table" && name != "csv" && name != "json")
        return input_error(".mode is '" + name + "': accepted are table, csv, json");
    output_ = make_output(name == "csv"    ? SqlFormat::csv
                          : name == "json" ? SqlFormat::json
                                           : SqlFormat::table,
                          out_, err_);
    return {};
}

Result<void> SqlShell::set_timing(const std::string& value) {
    if (!value.empty() && value != "on" && value != "off")
        return input_error(".timing is '" + value + "': accepted are on, off");
    timing_ = value.empty() ? !timing_ : value == "on";
    err_ << "timing is " << (timing_ ? "on" : "off") << std::endl;
    return {};
}

Result<void> SqlShell::read_file(const std::string& path) {
    if (options_.analyst) return input_error(".read is not for --as: name the file with -f when you begin");
    if (path.empty()) return input_error(".read names no file: .read statements.sql");
    if (files_open_ == most_files_open)
        return input_error(".read of '" + path + "': files may read each other 16 deep, not more");
    std::ifstream file(path, std::ios::binary);
    std::error_code error;
    if (!file || std::filesystem::is_directory(path, error)) return input_error("cannot read '" + path + "'");
    ++files_open_;
    StreamLines lines(file);
    const Result<void> done = run_lines(lines, path, false);
    --files_open_;
    return done;
}

}  // namespace scrim::cli
