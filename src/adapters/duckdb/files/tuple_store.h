// TupleStore: the different rows met so far by all workers together, within a limit of memory.
//
// Runs of similar size are merged, as in a log-structured merge tree (O'Neil et al. 1996), so that each tuple is moved
// a logarithmic number of times. Before the limit counts as exceeded all runs are merged, for a tuple may be in
// several.
#pragma once

#include "adapters/duckdb/files/tuple_run.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

namespace scrim::engine {

class TupleStore {
public:
    // `limit` in bytes, for the tuples, the columns that they become, and what is noted by more_bytes(); 0: none.
    explicit TupleStore(std::size_t limit) : limit_(limit) {}

    // From any thread. Runs have the same columns.
    void add(engine::TupleRun&& run);
    // Something else that grew by so much and counts. From any thread.
    void more_bytes(std::size_t bytes);
    // Whether the limit is exceeded; more will not help.
    bool full() const { return full_; }

    // All as one run, which is moved out.
    engine::TupleRun all();

private:
    void merge_last_two();
    bool exceeds_limit() const;

    const std::size_t limit_;
    std::mutex mutex_;
    std::vector<engine::TupleRun> runs_;  // each more than twice the size of the next
    std::atomic<std::size_t> other_bytes_ = 0;
    std::atomic<bool> full_ = false;
};

}  // namespace scrim::engine
