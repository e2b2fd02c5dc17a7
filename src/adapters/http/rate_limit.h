// RateLimit: so many questions per second for each caller, and twice as many at once after a pause.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>

namespace scrim::server {

class RateLimit {
public:
    using Clock = std::chrono::steady_clock;

    // 0: no limit.
    explicit RateLimit(double per_second) : per_second_(per_second) {}

    // May `who` ask `questions` more now?
    bool allows(const std::string& who, double questions, Clock::time_point now = Clock::now()) {
        if (per_second_ <= 0) return true;
        const std::lock_guard lock(mutex_);
        auto [place, is_new] = buckets_.try_emplace(who, Bucket{most(), now});
        Bucket& bucket = place->second;
        bucket.left =
            std::min(most(), bucket.left + per_second_ * std::chrono::duration<double>(now - bucket.at).count());
        bucket.at = now;
        // A batch that is larger than what can be saved is paid for afterwards.
        if (bucket.left < std::min(questions, most())) return false;
        bucket.left -= questions;
        return true;
    }

private:
    struct Bucket {
        double left;
        Clock::time_point at;
    };
    double most() const { return 2 * per_second_; }

    const double per_second_;
    std::mutex mutex_;
    std::unordered_map<std::string, Bucket> buckets_;  // callers are the tokens of a file: few
};

}  // namespace scrim::server
