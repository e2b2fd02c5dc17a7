#include "interruptible.h"

#include <nanobind/stl/string.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace scrim::python {
namespace {

namespace nb = nanobind;
constexpr std::chrono::milliseconds between_looks(50);

// Written by the work, read by the thread that waits for it.
class Shown final : public Progress {
public:
    void stage(std::string_view name, std::uint64_t total) override {
        const std::lock_guard lock(mutex_);
        name_ = name;
        total_ = total;
        done_.store(0, std::memory_order_relaxed);
    }
    void advance(std::uint64_t amount) override { done_.fetch_add(amount, std::memory_order_relaxed); }
    bool cancelled() const override { return stopped_.load(std::memory_order_relaxed); }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    struct State {
        std::string name;
        std::uint64_t done = 0, total = 0;
        bool operator==(const State&) const = default;
    };
    State state() const {
        const std::lock_guard lock(mutex_);
        return {name_, done_.load(std::memory_order_relaxed), total_};
    }

private:
    mutable std::mutex mutex_;
    std::string name_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<bool> stopped_ = false;
};

// All work that is under way. An interpreter that leaves ends other threads where they next ask for its lock, wherever
// that is in our code: so it first stops the work, and waits until nobody is inside.
class Underway {
public:
    void begin(Shown& shown) {
        const std::lock_guard lock(mutex_);
        if (leaving_)
            throw nb::builtin_exception(nb::exception_type::runtime_error, "the interpreter is shutting down");
        all_.push_back(&shown);
    }
    void end(Shown& shown) {
        const std::lock_guard lock(mutex_);
        std::erase(all_, &shown);
        changed_.notify_all();
    }
    void leave() {
        constexpr std::chrono::seconds most(10);  // for a progress that does not come back
        std::unique_lock lock(mutex_);
        leaving_ = true;
        for (Shown* shown : all_) shown->stop();
        changed_.wait_for(lock, most, [this] { return all_.empty(); });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Shown*> all_;
    bool leaving_ = false;
};

Underway& underway() {
    static Underway* const one = new Underway;  // outlives every thread
    return *one;
}

class Counted {
public:
    explicit Counted(Shown& shown) : shown_(shown) { underway().begin(shown_); }
    ~Counted() { underway().end(shown_); }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    Shown& shown_;
};

// The work's thread; joined with the interpreter's lock given up, for the work may need it to release a table.
class Worker {
public:
    explicit Worker(std::function<void()> work)
        : thread_([this, work = std::move(work)] {
              try {
                  work();
              } catch (...) {
                  thrown_ = std::current_exception();
              }
              const std::lock_guard lock(mutex_);
              done_ = true;
              changed_.notify_one();
          }) {}
    ~Worker() {
        if (!thread_.joinable()) return;
        const nb::gil_scoped_release release;
        thread_.join();
    }
    // False after a while, if it is not done by then.
    bool wait() {
        const nb::gil_scoped_release release;
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, between_looks, [this] { return done_; });
    }
    void finish() {
        const nb::gil_scoped_release release;
        thread_.join();
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
    std::exception_ptr thrown_;
    std::thread thread_;  // last: it uses the others
};

}  // namespace

void run_interruptibly(const nb::object& progress, const std::function<void(Progress&)>& work) {
    check_not_forked();
    Shown shown;
    const Counted counted(shown);
    Worker worker([&] { work(shown); });
    Shown::State told;
    std::exception_ptr thrown;
    while (!worker.wait()) {
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            Shown::State state = shown.state();
            if (progress.is_none() || state == told || thrown) continue;
            told = std::move(state);
            progress(told.name, told.done, told.total);
        } catch (...) {
            if (!thrown) thrown = std::current_exception();
            shown.stop();
        }
    }
    worker.finish();
    if (thrown) std::rethrow_exception(thrown);
}

void stop_all_work() {
    const nb::gil_scoped_release release;
    underway().leave();
}

void check_not_forked() {
    static const pid_t began = ::getpid();
    if (::getpid() != began)
        throw nb::builtin_exception(nb::exception_type::runtime_error,
                                    "scrim was used before this process was forked, and its threads stayed behind: "
                                    "start processes with the method 'spawn'");
}

}  // namespace scrim::python
