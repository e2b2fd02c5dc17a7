#include "adapters/cli/terminal_progress.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>

namespace scrim::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 500ms;  // short work shows nothing
constexpr auto refresh = 200ms;

std::atomic<int> stopped_by{0};  // the signal, 0 for none

// Of the signals that ask a program to stop. Whoever started us with nohup has SIGHUP ignored, and means it.
void handle_with(void (*handler)(int)) {
    for (const int signal : {SIGHUP, SIGTERM, SIGINT}) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (signal != SIGHUP || now.sa_handler != SIG_IGN) std::signal(signal, handler);
    }
}

void ask_to_stop(int signal) {
    stopped_by = signal;
    handle_with(SIG_DFL);
}

std::string with_thousands(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
}

}  // namespace

std::string progress_line(std::string_view name, std::uint64_t done, std::uint64_t total, std::string_view unit,
                          std::uint64_t seconds) {
    std::string line(name);
    const std::string of_what = unit.empty() ? "" : " " + std::string(unit);
    if (total > 0 && done == 0 && !unit.empty()) {  // not every step tells how far it is
        line += ": " + with_thousands(total) + of_what;
    } else if (total > 0) {
        const std::uint64_t shown = std::min(done, total);
        const auto percent =
            static_cast<std::uint64_t>(100.0 * static_cast<double>(shown) / static_cast<double>(total));
        if (!unit.empty()) line += ": " + with_thousands(shown) + " of " + with_thousands(total) + of_what;
        line += (unit.empty() ? ": " : " (") + std::to_string(percent) + " %" + (unit.empty() ? "" : ")");
    } else if (done > 0 && !unit.empty()) {
        line += ": " + with_thousands(done) + of_what;
    }
    return line + ", " + std::to_string(seconds) + " s";
}

TerminalProgress::TerminalProgress(std::ostream& err)
    : err_(err), visible_(&err == &std::cerr && ::isatty(STDERR_FILENO)), started_(Clock::now()) {
    stopped_by = 0;
    handle_with(ask_to_stop);
    if (visible_) watcher_ = std::thread([this] { watch(); });
}

TerminalProgress::~TerminalProgress() {
    handle_with(SIG_DFL);
    if (!watcher_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    end_.notify_all();
    watcher_.join();
}

void TerminalProgress::stage(std::string_view name, std::uint64_t total) {
    const std::lock_guard lock(mutex_);
    name_ = name;
    unit_.clear();
    total_ = total;
    done_ = 0;
    started_ = Clock::now();
    hidden_ = false;
}

void TerminalProgress::unit(std::string_view name) {
    const std::lock_guard lock(mutex_);
    unit_ = name;
}

void TerminalProgress::advance(std::uint64_t amount) { done_ += amount; }

bool TerminalProgress::cancelled() const { return stopped_by != 0; }

int TerminalProgress::signal() { return stopped_by; }

void TerminalProgress::watch() {
    std::unique_lock lock(mutex_);
    const auto ended = [this] { return ended_; };
    if (end_.wait_for(lock, patience, ended)) return;
    do draw();
    while (!end_.wait_for(lock, refresh, ended));
}

// With the mutex held.
void TerminalProgress::draw() {
    if (hidden_) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - started_).count();
    err_ << "\r\x1b[K" << progress_line(name_, done_, total_, unit_, static_cast<std::uint64_t>(seconds)) << std::flush;
    drawn_ = true;
}

void TerminalProgress::clear() {
    const std::lock_guard lock(mutex_);
    if (drawn_) err_ << "\r\x1b[K" << std::flush;
    drawn_ = false;
    hidden_ = true;
}

}  // namespace scrim::cli
