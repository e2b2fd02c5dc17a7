// Limits: when a question must stop. Questions ask stop() between steps and then return error(), which becomes
// "undecided" for what was asked; a request to stop everything is passed on as such.
#pragma once

#include "kernel/core/text.h"
#include "scrim/result.h"

#include <chrono>

namespace scrim::audit::databases {

class Limits {
public:
    // No time limit where seconds are 0.
    Limits(double seconds, Progress& progress) : seconds_(seconds), progress_(&progress) {}

    bool stop() const {
        if (progress_->cancelled()) return true;
        return seconds_ > 0 && std::chrono::duration<double>(Clock::now() - start_).count() >= seconds_;
    }
    Error error() const {
        if (progress_->cancelled()) return cancelled_error();
        return input_error(format("the time limit of {:g} s was reached", seconds_));
    }
    Result<void> check() const {
        if (stop()) return error();
        return {};
    }
    Progress& progress() const { return *progress_; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
    double seconds_;
    Progress* progress_;
};

}  // namespace scrim::audit::databases
