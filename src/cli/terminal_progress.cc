#include "cli/terminal_progress.h"

#include <unistd.h>

#include <csignal>
#include <iostream>

namespace scrim::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 500ms;  // short work shows nothing
constexpr auto refresh = 100ms;

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

}  // namespace

TerminalProgress::TerminalProgress(std::ostream& err)
    : err_(err),
      visible_(&err == &std::cerr && ::isatty(STDERR_FILENO)),
      started_(Clock::now()),
      next_draw_((started_ + patience).time_since_epoch().count()) {
    stopped_by = 0;
    handle_with(ask_to_stop);
}

TerminalProgress::~TerminalProgress() { handle_with(SIG_DFL); }

void TerminalProgress::stage(std::string_view name, std::uint64_t total) {
    const std::lock_guard lock(mutex_);
    name_ = name;
    total_ = total;
    done_ = 0;
}

void TerminalProgress::advance(std::uint64_t amount) {
    done_ += amount;
    if (visible_ && Clock::now().time_since_epoch().count() >= next_draw_) draw();
}

bool TerminalProgress::cancelled() const { return stopped_by != 0; }

int TerminalProgress::signal() { return stopped_by; }

void TerminalProgress::draw() {
    const std::lock_guard lock(mutex_);
    next_draw_ = (Clock::now() + refresh).time_since_epoch().count();
    err_ << "\r\x1b[K" << name_ << ": ";
    if (total_ > 0)
        err_ << std::min<std::uint64_t>(100, 100 * done_ / total_) << " %";
    else
        err_ << done_;
    err_ << std::flush;
    drawn_ = true;
}

void TerminalProgress::clear() {
    const std::lock_guard lock(mutex_);
    if (drawn_) err_ << "\r\x1b[K" << std::flush;
    drawn_ = false;
}

}  // namespace scrim::cli
