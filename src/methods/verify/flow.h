// The largest flow through a network with whole capacities (Dinic 1970).
//
//   Flow flow;
//   flow.reset(4);
//   flow.add(0, 1, 3); …
//   flow.run(0, 3);
#pragma once

#include <cstdint>
#include <vector>

namespace scrim::verifier {

class Flow {
public:
    using Node = std::uint32_t;

    // An empty network of this many nodes; keeps its memory.
    void reset(std::size_t nodes);
    // Returns the edge's number.
    std::size_t add(Node from, Node to, std::uint32_t capacity);
    // How much can flow. To be called once per network.
    std::uint64_t run(Node source, Node sink);
    // What flows through an edge, after run().
    std::uint32_t through(std::size_t edge) const { return arcs_[2 * edge + 1].left; }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    struct Arc {
        Node to;
        std::uint32_t next;  // arc of the same node
        std::uint32_t left;  // capacity that is not used
    };

    bool reaches(Node source, Node sink);
    std::uint64_t push_one(Node source, Node sink);

    std::vector<Arc> arcs_;             // an edge and its reverse side by side
    std::vector<std::uint32_t> first_;  // arc of each node
    std::vector<std::uint32_t> at_;     // arc that the search of a phase goes on with
    std::vector<std::uint32_t> level_;
    std::vector<Node> queue_;
    std::vector<std::uint32_t> path_;  // of arcs
};

}  // namespace scrim::verifier
