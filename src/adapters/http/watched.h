// Watched: a connection with a deadline. One timer looks at all of them, so that a request costs no timer of its own.
#pragma once

#include <atomic>
#include <chrono>

namespace scrim::server {

// Who is late is cut off where it waits.
class Watched {
public:
    virtual ~Watched() = default;
    // Ends what the connection waits for, if it is still late, or idle, when its own thread gets to it.
    virtual void cut(bool if_idle) = 0;

    void allow(std::chrono::steady_clock::duration time) {
        deadline_ = (std::chrono::steady_clock::now() + time).time_since_epoch().count();
    }
    bool is_late(std::chrono::steady_clock::time_point now) const { return now.time_since_epoch().count() > deadline_; }
    // Between requests a connection may be closed at any time.
    std::atomic<bool> idle = true;
    bool late = false;  // it was cut off; of its own thread

private:
    std::atomic<std::chrono::steady_clock::rep> deadline_ =
        std::chrono::steady_clock::time_point::max().time_since_epoch().count();
};

}  // namespace scrim::server
