// Earth mover's distance the slow and obvious way: the cheapest transport from supplies to demands, as a minimum-cost
// flow of whole units. Repeatedly sends as much as fits along a cheapest path (Bellman-Ford); exact, for a handful of
// places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrim::oracle {

// cost[i][j] of moving one unit from place i to place j; supplies and demands have equal sums.
inline std::int64_t cheapest_transport(std::vector<std::int64_t> supply, std::vector<std::int64_t> demand,
                                       const std::vector<std::vector<std::int64_t>>& cost) {
    struct Edge {
        std::size_t from, to;
        std::int64_t room, price;
    };
    constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max() / 2, far = unlimited / 2;
    const std::size_t n = supply.size(), source = 2 * n, sink = 2 * n + 1;
    std::vector<Edge> edges;  // edge e ^ 1 is the way back of edge e
    const auto connect = [&](std::size_t from, std::size_t to, std::int64_t room, std::int64_t price) {
        edges.push_back({from, to, room, price});
        edges.push_back({to, from, 0, -price});
    };
    for (std::size_t i = 0; i < n; ++i) {
        connect(source, i, supply[i], 0);
        connect(n + i, sink, demand[i], 0);
        for (std::size_t j = 0; j < n; ++j) connect(i, n + j, unlimited, cost[i][j]);
    }

    for (std::int64_t total = 0;;) {
        std::vector<std::int64_t> distance(2 * n + 2, far);
        std::vector<std::size_t> arrived_by(2 * n + 2, 0);
        distance[source] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t e = 0; e < edges.size(); ++e) {
                const Edge& edge = edges[e];
                if (edge.room == 0 || distance[edge.from] == far) continue;
                if (distance[edge.from] + edge.price >= distance[edge.to]) continue;
                distance[edge.to] = distance[edge.from] + edge.price;
                arrived_by[edge.to] = e;
                changed = true;
            }
        }
        if (distance[sink] == far) return total;
        std::int64_t amount = far;
        for (std::size_t at = sink; at != source; at = edges[arrived_by[at]].from)
            amount = std::min(amount, edges[arrived_by[at]].room);
        for (std::size_t at = sink; at != source; at = edges[arrived_by[at]].from) {
            edges[arrived_by[at]].room -= amount;
            edges[arrived_by[at] ^ 1].room += amount;
        }
        total += amount * distance[sink];
    }
}

}  // namespace scrim::oracle
