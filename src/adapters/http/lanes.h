// Lanes: each caller's long requests wait in a line of their own, so that one caller cannot hold all workers.
//
//   co_await lanes.enter(name, executor);      // now, or when a request of the same caller is done
//   …
//   lanes.leave(name);
//
// Callers without a name are not limited. Only answerer.h includes it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace scrim::server {

// `Io` is the executor of a loop that one thread runs.
template <class Io>
class Lanes {
public:
    explicit Lanes(std::size_t most_running) : most_running_(most_running) {}

    std::size_t waiting(const std::string& name) {
        const std::lock_guard lock(mutex_);
        const auto found = lanes_.find(name);
        return found == lanes_.end() ? 0 : found->second.waiting.size();
    }

    boost::asio::awaitable<void, Io> enter(const std::string& name, Io io) {
        if (name.empty()) co_return;
        std::shared_ptr<Timer> turn;
        {
            const std::lock_guard lock(mutex_);
            Lane& lane = lanes_[name];
            if (lane.running < most_running_) {
                ++lane.running;
                co_return;
            }
            turn = std::make_shared<Timer>(io, Clock::time_point::max());
            lane.waiting.push_back(turn);
        }
        // Whoever leaves ends the waiting, and hands its place over. That is done in this thread, hence after this.
        boost::system::error_code ended;
        co_await turn->async_wait(boost::asio::redirect_error(boost::asio::use_awaitable_t<Io>(), ended));
    }

    void leave(const std::string& name) {
        if (name.empty()) return;
        const std::lock_guard lock(mutex_);
        const auto found = lanes_.find(name);
        Lane& lane = found->second;
        if (!lane.waiting.empty()) {
            const std::shared_ptr<Timer> turn = lane.waiting.front();
            lane.waiting.pop_front();
            boost::asio::post(turn->get_executor(), [turn] { turn->cancel(); });
        } else if (--lane.running == 0) {
            lanes_.erase(found);
        }
    }

private:
    using Clock = std::chrono::steady_clock;
    using Timer = boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Io>;
    struct Lane {
        std::size_t running = 0;
        std::deque<std::shared_ptr<Timer>> waiting;
    };

    const std::size_t most_running_;
    std::mutex mutex_;
    std::unordered_map<std::string, Lane> lanes_;  // of callers that have anything
};

}  // namespace scrim::server
