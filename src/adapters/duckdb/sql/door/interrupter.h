// Interrupter: ends what a connection does when whoever asked for it no longer waits.
//
// The engine runs for as long as it likes before it gives a first row, and while it reads for a view's recoding nobody
// asks Progress. One thread looks at all connections that are at work, and interrupts those whose Progress is
// cancelled.
//
//   const Interrupter::Watch watch(interrupter, connection, progress);
//   … run queries: they throw duckdb::InterruptException …
//
// Not for commits: what is interrupted there may have happened.
#pragma once

#include "scrim/result.h"

#include <duckdb.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_set>

namespace scrim::sql {

class Interrupter {
public:
    class Watch {
    public:
        Watch(Interrupter& interrupter, duckdb::Connection& connection, const Progress& progress);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

    private:
        friend class Interrupter;
        Interrupter& interrupter_;
        duckdb::Connection& connection_;
        const Progress& progress_;
    };

    Interrupter() = default;
    ~Interrupter();
    Interrupter(const Interrupter&) = delete;
    Interrupter& operator=(const Interrupter&) = delete;

private:
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::unordered_set<const Watch*> watched_;
    bool stop_ = false;
    std::thread thread_;  // from the first watch on
};

}  // namespace scrim::sql
