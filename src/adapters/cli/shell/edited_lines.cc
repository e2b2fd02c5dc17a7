#include "adapters/cli/shell/edited_lines.h"

#include <editline/readline.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace scrim::cli {
namespace {

constexpr int most_lines = 1'000;
constexpr int control_c = 3;

bool interrupted_line = false;

int interrupt_line(int, int) {
    interrupted_line = true;
    rl_done = 1;
    return 0;
}

// Ctrl-C arrives as a key while a line is edited, and as a signal while a statement runs. libedit learns of the
// terminal when it starts, so that must happen within one of these too.
class InterruptIsKey {
public:
    InterruptIsKey() : known_(::tcgetattr(STDIN_FILENO, &before_) == 0) {
        if (!known_) return;
        struct termios without = before_;
        without.c_cc[VINTR] = _POSIX_VDISABLE;
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &without);
    }
    ~InterruptIsKey() {
        if (known_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
    }
    InterruptIsKey(const InterruptIsKey&) = delete;
    InterruptIsKey& operator=(const InterruptIsKey&) = delete;

private:
    struct termios before_ {};
    bool known_;
};

// Makes sure that only the owner may read it, also when somebody else made it.
bool make_private(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return false;
    struct stat status {};
    const bool fine = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && ::fchmod(file, S_IRUSR | S_IWUSR) == 0;
    ::close(file);
    return fine;
}

}  // namespace

EditedLines::EditedLines(std::string history) : history_(std::move(history)) {
    std::setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
    rl_readline_name = "scrim";
    if (!::isatty(STDOUT_FILENO)) rl_outstream = stderr;  // prompts do not belong to the output
    const InterruptIsKey within;
    rl_initialize();
    rl_add_defun("scrim-interrupt", interrupt_line, control_c);
    rl_bind_key('\t', rl_insert);  // indented statements can be pasted
    using_history();
    stifle_history(most_lines);
    if (!history_.empty() && !make_private(history_)) history_.clear();
    if (!history_.empty()) read_history(history_.c_str());
}

Line EditedLines::next(std::string_view prompt) {
    const InterruptIsKey within;
    interrupted_line = false;
    const std::unique_ptr<char, decltype(&std::free)> typed(::readline(std::string(prompt).c_str()), &std::free);
    if (interrupted_line) {
        std::fputs("^C\n", rl_outstream);
        std::fflush(rl_outstream);
        return {Line::Kind::interrupted};
    }
    if (!typed) {
        std::fputs("\n", rl_outstream);
        std::fflush(rl_outstream);
        return {};
    }
    Line line{Line::Kind::text, typed.get()};
    remember(line.text);
    return line;
}

void EditedLines::remember(const std::string& line) {
    if (line.find_first_not_of(" \t") == std::string::npos || line == last_) return;
    last_ = line;
    add_history(line.c_str());
    // At once: a closed terminal ends the program without asking.
    if (!history_.empty()) write_history(history_.c_str());
}

std::string history_file() {
    if (const char* named = std::getenv("SCRIM_HISTORY")) return named;
    const char* home = std::getenv("HOME");
    return home && *home ? std::string(home) + "/.scrim_history" : "";
}

}  // namespace scrim::cli
