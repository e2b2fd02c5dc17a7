// WorkerPool: what each of several workers has for itself, made when it is first needed: as many as there are calls of
// with() at a time.
//
//   WorkerPool<Dictionary> workers([] { return std::make_unique<Dictionary>(); });
//   workers.with([&](Dictionary& own) { … });   // from any thread
//   for (const auto& own : workers.all()) …     // when all is done
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace scrim::encode {

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

}  // namespace scrim::encode
