// Progress on a terminal: one line that redraws itself, only when work is long and only where a person is watching.
// Ctrl-C, SIGTERM and SIGHUP ask the work to stop; a second one ends the program at once.
#pragma once

#include "scrim/result.h"

#include <atomic>
#include <chrono>
#include <iosfwd>
#include <mutex>
#include <string>

namespace scrim::cli {

class TerminalProgress final : public Progress {
public:
    explicit TerminalProgress(std::ostream& err);
    ~TerminalProgress() override;

    void stage(std::string_view name, std::uint64_t total) override;
    void advance(std::uint64_t amount) override;
    bool cancelled() const override;
    // The signal that asked the work to stop, 0 for none.
    static int signal();
    // Takes the line off the screen.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    void draw();

    std::ostream& err_;
    const bool visible_;
    std::mutex mutex_;
    std::string name_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_{0};
    Clock::time_point started_;
    std::atomic<Clock::rep> next_draw_;
    bool drawn_ = false;
};

}  // namespace scrim::cli
