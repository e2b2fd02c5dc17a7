// Metrics: what the server has done, for Prometheus. Counts and durations only: nothing of questions or answers.
#pragma once

#include "adapters/http/http_server.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace scrim::server {

enum class Route { page, status, schema, count, group, sql, batch, noisy, price, views, rows, metrics, other };
inline constexpr std::size_t routes = 13;
std::string_view route_name(Route route);

class Metrics {
public:
    void add(Route route, unsigned status, std::chrono::steady_clock::duration took);
    void add_questions(std::uint64_t questions) { questions_ += questions; }
    void add_refused() { ++refused_; }
    void add_unauthorized() { ++unauthorized_; }

    // In Prometheus's text format.
    std::string text(const HttpCounts& connections) const;

private:
    static constexpr std::array<double, 9> bounds = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.2, 1, 5};  // seconds
    struct PerRoute {
        std::array<std::atomic<std::uint64_t>, 6> by_status{};  // 0: other, 2: 2xx, …
        std::array<std::atomic<std::uint64_t>, bounds.size() + 1> by_time{};
        std::atomic<std::uint64_t> microseconds = 0;
    };
    std::array<PerRoute, routes> routes_;
    std::atomic<std::uint64_t> questions_ = 0, refused_ = 0, unauthorized_ = 0;
};

}  // namespace scrim::server
