#include "tests/cli/child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

namespace scrim::testing {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// A file outside every scratch folder that goes away when read.
class Capture {
public:
    Capture() : path_((std::filesystem::temp_directory_path() / "scrim-child-XXXXXX").string()) {
        ::close(::mkstemp(path_.data()));
    }
    ~Capture() { std::filesystem::remove(path_); }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    const std::string& path() const { return path_; }
    std::string text() const {
        std::ifstream stream(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

private:
    std::string path_;
};

[[noreturn]] void become_scrim(const std::vector<std::string>& words, const ChildOptions& options,
                               const std::string& out, const std::string& err) {
    ::dup2(::open(out.c_str(), O_WRONLY), STDOUT_FILENO);
    ::dup2(::open(err.c_str(), O_WRONLY), STDERR_FILENO);
    if (options.largest_file) {
        const rlimit limit{*options.largest_file, *options.largest_file};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, SIG_IGN);
    }
    std::vector<char*> arguments{const_cast<char*>(SCRIM_BINARY)};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(SCRIM_BINARY, arguments.data());
    ::_exit(127);
}

// Does the process catch SIGINT yet? SigCgt of /proc/PID/status is a mask in hexadecimal, bit n - 1 for signal n.
bool listens_to_interrupts(pid_t child) {
    std::ifstream status("/proc/" + std::to_string(child) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("SigCgt:")) return (std::strtoull(line.c_str() + 7, nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    return false;
}

// The status of the process once it ended, if it has by `deadline`.
std::optional<int> ended_by(pid_t child, Clock::time_point deadline) {
    do {
        int status = 0;
        if (::waitpid(child, &status, WNOHANG) == child) return status;
        std::this_thread::sleep_for(1ms);
    } while (Clock::now() < deadline);
    return std::nullopt;
}

}  // namespace

Outcome run_child(const std::vector<std::string>& words, const ChildOptions& options) {
    const Capture out, err;
    const pid_t child = ::fork();
    if (child == 0) become_scrim(words, options, options.out.empty() ? out.path() : options.out, err.path());

    const auto deadline = Clock::now() + 60s;
    std::optional<int> status;
    if (options.interrupt_after) {
        while (!status && !listens_to_interrupts(child) && Clock::now() < deadline)
            status = ended_by(child, Clock::now());
        if (!status) status = ended_by(child, Clock::now() + *options.interrupt_after);
        if (!status) ::kill(child, options.signal);
    }
    if (options.kill_after) {
        status = ended_by(child, Clock::now() + *options.kill_after);
        if (!status) ::kill(child, SIGKILL);
    }
    if (!status) status = ended_by(child, deadline);
    if (!status) {
        ADD_FAILURE() << "the program did not end within a minute";
        ::kill(child, SIGKILL);
        int killed = 0;
        ::waitpid(child, &killed, 0);
        status = killed;
    }
    return {WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status), out.text(), err.text()};
}

}  // namespace scrim::testing
