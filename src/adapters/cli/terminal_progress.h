// Progress on a terminal: one line that redraws itself, only when work is long and only where a person is watching.
// It redraws also while a step does not tell how far it is, with the seconds that it has taken.
// Ctrl-C, SIGTERM and SIGHUP ask the work to stop; a second one ends the program at once.
#pragma once

#include "scrim/result.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <iosfwd>
#include <mutex>
#include <string>
#include <thread>

namespace scrim::cli {

class TerminalProgress final : public Progress {
public:
    explicit TerminalProgress(std::ostream& err);
    ~TerminalProgress() override;

    void stage(std::string_view name, std::uint64_t total) override;
    void unit(std::string_view name) override;
    void advance(std::uint64_t amount) override;
    bool cancelled() const override;
    // The signal that asked the work to stop, 0 for none.
    static int signal();
    // Takes the line off the screen.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    void draw();
    void watch();  // draws now and then, until the end

    std::ostream& err_;
    const bool visible_;
    std::mutex mutex_;
    std::string name_, unit_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_{0};
    Clock::time_point started_;  // the step
    bool drawn_ = false;
    bool hidden_ = true;  // between clear() and the next step
    bool ended_ = false;
    std::condition_variable end_;
    std::thread watcher_;
};

// "reading t.csv: 1,234,567 of 5,000,000 rows (24 %), 7 s"; `total` is 0 and `unit` "" where they are not known.
std::string progress_line(std::string_view name, std::uint64_t done, std::uint64_t total, std::string_view unit,
                          std::uint64_t seconds);

}  // namespace scrim::cli
