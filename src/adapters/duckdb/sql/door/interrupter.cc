#include "adapters/duckdb/sql/door/interrupter.h"

#include <chrono>

namespace scrim::sql {

Interrupter::Watch::Watch(Interrupter& interrupter, duckdb::Connection& connection, const Progress& progress)
    : interrupter_(interrupter), connection_(connection), progress_(progress) {
    const std::lock_guard lock(interrupter_.mutex_);
    interrupter_.watched_.insert(this);
    if (!interrupter_.thread_.joinable()) interrupter_.thread_ = std::thread([&own = interrupter_] { own.run(); });
    if (interrupter_.watched_.size() == 1) interrupter_.changed_.notify_one();
}

Interrupter::Watch::~Watch() {
    const std::lock_guard lock(interrupter_.mutex_);
    interrupter_.watched_.erase(this);
}

Interrupter::~Interrupter() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

// Each query begins with a clean slate: one that begins after the time is over is interrupted in the next round.
void Interrupter::run() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
        if (watched_.empty()) {
            changed_.wait(lock, [&] { return stop_ || !watched_.empty(); });
            continue;
        }
        for (const Watch* watch : watched_)
            if (watch->progress_.cancelled()) watch->connection_.Interrupt();
        changed_.wait_for(lock, std::chrono::milliseconds(10), [&] { return stop_; });
    }
}

}  // namespace scrim::sql
