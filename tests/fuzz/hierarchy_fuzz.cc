// Any bytes as a hierarchy file: refused, or a tree of nested spans that survives being written and read again.
//
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Isrc -Iinclude tests/fuzz/hierarchy_fuzz.cc …
#include "kernel/hierarchy/hierarchy_text.h"
#include "kernel/hierarchy/label.h"

#include <cstdio>
#include <cstdlib>

namespace {

using scrim::Code;
using scrim::Result;
using scrim::hierarchy::Hierarchy;

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

void require_nested(const scrim::hierarchy::Hierarchy& hierarchy) {
    const auto nodes = hierarchy.nodes();
    require(nodes[0].span == hierarchy.domain().whole(), "the top covers the domain");
    std::vector<scrim::Code> next(nodes.size());  // where the next child of each node must begin
    for (std::size_t id = 0; id < nodes.size(); ++id) {
        next[id] = nodes[id].span.lo;
        if (id == 0) continue;
        const auto& parent = nodes[nodes[id].parent];
        require(nodes[id].parent < id, "parents come before children");
        require(nodes[id].depth == parent.depth + 1 && nodes[id].height < parent.height, "depth and height agree");
        require(nodes[id].span.lo == next[nodes[id].parent], "children stand side by side");
        next[nodes[id].parent] = nodes[id].span.hi;
    }
    for (std::size_t id = 0; id < nodes.size(); ++id)
        require(nodes[id].is_leaf() ? nodes[id].span.width() == 1 : next[id] == nodes[id].span.hi,
                "children fill their parent");
}

void require_labels_read_back(const scrim::hierarchy::Hierarchy& hierarchy) {
    for (const auto& node : hierarchy.nodes()) {
        require(hierarchy.find(node.label) == node.span, "a label finds its node");
        require(scrim::hierarchy::span_of_label(node.label, hierarchy.domain(), &hierarchy) == node.span,
                "a label means its span");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<scrim::hierarchy::Hierarchy> hierarchy = scrim::hierarchy::parse_hierarchy(text, "fuzz");
    if (!hierarchy) {
        require(hierarchy.error().message.find('\n') == std::string::npos, "a message is one line");
        return 0;
    }
    require_nested(*hierarchy);
    require_nested(hierarchy->with_null());
    require_labels_read_back(*hierarchy);

    const std::string written = scrim::hierarchy::format_hierarchy(*hierarchy);
    const Result<scrim::hierarchy::Hierarchy> again = scrim::hierarchy::parse_hierarchy(written, "again");
    require(again.ok(), "what was written can be read");
    require(again->domain().kind() == hierarchy->domain().kind(), "the kind of the leaves survives");
    require(again->levels() == hierarchy->levels(), "the levels survive");
    require(scrim::hierarchy::format_hierarchy(*again) == written, "leaves and labels survive");
    return 0;
}
