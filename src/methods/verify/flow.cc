#include "methods/verify/flow.h"

#include <algorithm>

namespace scrim::verifier {

void Flow::reset(std::size_t nodes) {
    arcs_.clear();
    first_.assign(nodes, none);
}

std::size_t Flow::add(Node from, Node to, std::uint32_t capacity) {
    arcs_.push_back({to, first_[from], capacity});
    first_[from] = static_cast<std::uint32_t>(arcs_.size() - 1);
    arcs_.push_back({from, first_[to], 0});
    first_[to] = static_cast<std::uint32_t>(arcs_.size() - 1);
    return arcs_.size() / 2 - 1;
}

// Numbers the nodes by their distance from the source.
bool Flow::reaches(Node source, Node sink) {
    level_.assign(first_.size(), none);
    queue_.assign(1, source);
    level_[source] = 0;
    for (std::size_t i = 0; i < queue_.size() && level_[sink] == none; ++i)
        for (std::uint32_t a = first_[queue_[i]]; a != none; a = arcs_[a].next)
            if (arcs_[a].left > 0 && level_[arcs_[a].to] == none) {
                level_[arcs_[a].to] = level_[queue_[i]] + 1;
                queue_.push_back(arcs_[a].to);
            }
    return level_[sink] != none;
}

// Along one path of growing levels; 0 when there is none left. Without recursion, for paths may be long.
std::uint64_t Flow::push_one(Node source, Node sink) {
    path_.clear();
    for (Node node = source; node != sink;) {
        std::uint32_t& a = at_[node];
        while (a != none && (arcs_[a].left == 0 || level_[arcs_[a].to] != level_[node] + 1)) a = arcs_[a].next;
        if (a != none) {
            path_.push_back(a);
            node = arcs_[a].to;
            continue;
        }
        if (node == source) return 0;
        level_[node] = none;  // a dead end
        node = arcs_[path_.back() ^ 1].to;
        path_.pop_back();
    }
    std::uint32_t amount = UINT32_MAX;
    for (const std::uint32_t a : path_) amount = std::min(amount, arcs_[a].left);
    for (const std::uint32_t a : path_) {
        arcs_[a].left -= amount;
        arcs_[a ^ 1].left += amount;
    }
    return amount;
}

std::uint64_t Flow::run(Node source, Node sink) {
    std::uint64_t total = 0;
    while (reaches(source, sink)) {
        at_ = first_;
        while (const std::uint64_t pushed = push_one(source, sink)) total += pushed;
    }
    return total;
}

}  // namespace scrim::verifier
