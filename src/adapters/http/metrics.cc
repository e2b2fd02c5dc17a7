#include "adapters/http/metrics.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::server {

std::string_view route_name(Route route) {
    static constexpr std::string_view names[routes] = {"page",  "status", "schema", "count", "group",   "sql",  "batch",
                                                       "noisy", "price",  "views",  "rows",  "metrics", "other"};
    return names[static_cast<std::size_t>(route)];
}

void Metrics::add(Route route, unsigned status, std::chrono::steady_clock::duration took) {
    PerRoute& own = routes_[static_cast<std::size_t>(route)];
    ++own.by_status[std::min<std::size_t>(status / 100, own.by_status.size() - 1)];
    const double seconds = std::chrono::duration<double>(took).count();
    const auto bound = std::lower_bound(bounds.begin(), bounds.end(), seconds);
    ++own.by_time[static_cast<std::size_t>(bound - bounds.begin())];
    own.microseconds += static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(took).count());
}

std::string Metrics::text(const HttpCounts& connections) const {
    std::string out;
    const auto line = [&](std::string_view name, std::string_view kind, std::string_view help) {
        out += format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, kind);
    };
    line("scrim_requests_total", "counter", "Requests by route and class of status.");
    for (std::size_t r = 0; r < routes; ++r)
        for (std::size_t s = 0; s < routes_[r].by_status.size(); ++s)
            if (const std::uint64_t count = routes_[r].by_status[s]; count > 0)
                out += format("scrim_requests_total{{route=\"{}\",status=\"{}xx\"}} {}\n",
                              route_name(static_cast<Route>(r)), s, count);
    line("scrim_request_seconds", "histogram", "How long answering took.");
    for (std::size_t r = 0; r < routes; ++r) {
        const std::string_view name = route_name(static_cast<Route>(r));
        std::uint64_t sum = 0;
        for (const auto& count : routes_[r].by_time) sum += count;
        if (sum == 0) continue;
        std::uint64_t so_far = 0;
        for (std::size_t b = 0; b < bounds.size(); ++b) {
            so_far += routes_[r].by_time[b];
            out += format("scrim_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", name, bounds[b], so_far);
        }
        out += format("scrim_request_seconds_bucket{{route=\"{}\",le=\"+Inf\"}} {}\n", name, sum);
        out += format("scrim_request_seconds_sum{{route=\"{}\"}} {:.6f}\n", name,
                      static_cast<double>(routes_[r].microseconds) / 1e6);
        out += format("scrim_request_seconds_count{{route=\"{}\"}} {}\n", name, sum);
    }
    line("scrim_questions_total", "counter", "Questions of statistical databases that were answered.");
    out += format("scrim_questions_total {}\n", questions_.load());
    line("scrim_malformed_requests_total", "counter", "Requests that were refused before anybody read them.");
    out += format("scrim_malformed_requests_total {}\n", refused_.load());
    line("scrim_failed_authentications_total", "counter", "Requests without a token, or with one that is not known.");
    out += format("scrim_failed_authentications_total {}\n", unauthorized_.load());
    line("scrim_connections", "gauge", "Open connections.");
    out += format("scrim_connections {}\n", connections.connections);
    line("scrim_connections_total", "counter", "Connections since the start.");
    out += format("scrim_connections_total {}\n", connections.accepted);
    line("scrim_refused_connections_total", "counter", "Connections closed at once, because there were too many.");
    out += format("scrim_refused_connections_total {}\n", connections.turned_away);
    line("scrim_waiting_requests", "gauge", "Requests that wait for a worker, or are worked at.");
    out += format("scrim_waiting_requests {}\n", connections.waiting);
    return out;
}

}  // namespace scrim::server
