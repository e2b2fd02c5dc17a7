// Collector: takes the chunks of a query as they come and makes something of them in the end.
#pragma once

#include <duckdb.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace scrim::engine {

class Collector {
public:
    virtual ~Collector() = default;
    // The chunk at this place in the stream. From any thread; throws ErrorOnItsWay.
    virtual void add(duckdb_data_chunk chunk, std::size_t place) = 0;
    // Whether more chunks are pointless.
    virtual bool full() const { return false; }
};

// The state of a collector's workers: as many as there are calls of with() at a time.
template <class Worker>
class WorkerPool {
public:
    explicit WorkerPool(std::function<std::unique_ptr<Worker>()> make) : make_(std::move(make)) {}

    // f(worker), with one that nobody else has.
    template <class F>
    void with(F f) {
        std::unique_ptr<Worker> worker = take();
        f(*worker);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(worker));
    }
    // All, while with() is not running.
    std::vector<std::unique_ptr<Worker>>& all() { return idle_; }

private:
    std::unique_ptr<Worker> take() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                std::unique_ptr<Worker> worker = std::move(idle_.back());
                idle_.pop_back();
                return worker;
            }
        }
        return make_();
    }

    std::function<std::unique_ptr<Worker>()> make_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace scrim::engine
