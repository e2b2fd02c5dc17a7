#include "cli/terminal_progress.h"

#include <unistd.h>

#include <csignal>
#include <iostream>

namespace scrim::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 500ms;  // short work shows nothing
constexpr auto refresh = 100ms;

std::atomic<bool> stop_asked{false};

void ask_to_stop(int) {
    stop_asked = true;
    std::signal(SIGINT, SIG_DFL);
}

}  // namespace

TerminalProgress::TerminalProgress(std::ostream& err)
    : err_(err),
      visible_(&err == &std::cerr && ::isatty(STDERR_FILENO)),
      started_(Clock::now()),
      next_draw_((started_ + patience).time_since_epoch().count()) {
    stop_asked = false;
    std::signal(SIGINT, ask_to_stop);
}

TerminalProgress::~TerminalProgress() { std::signal(SIGINT, SIG_DFL); }

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

bool TerminalProgress::cancelled() const { return stop_asked; }

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
