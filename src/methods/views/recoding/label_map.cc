#include "methods/views/recoding/label_map.h"

#include "kernel/hierarchy/label.h"

#include <algorithm>

namespace scrim::views {

LabelMap LabelMap::of_nodes(const hierarchy::Hierarchy& base, std::shared_ptr<const hierarchy::Hierarchy> tree,
                            const std::vector<char>& silent) {
    LabelMap map;
    map.labels_ = Labels::of_tree(tree);
    const Domain& domain = base.domain();
    const auto nodes = base.nodes();
    for (hierarchy::Hierarchy::NodeId n = 0; n < nodes.size(); ++n) {
        const hierarchy::Hierarchy::Node& node = nodes[n];
        const bool is_null = node.is_leaf() && domain.has_null() && node.span.lo == domain.null_code();
        std::optional<LabelId> label;
        if (node.is_leaf() && !silent.empty() && silent[node.span.lo]) {
            label = map.by_node_[node.parent];
        } else if (!is_null) {
            // By the DGH's own spelling: with other leaves beside it a number may be written otherwise.
            const auto own = tree->find_node(node.label);
            label = own ? map.labels_->find(tree->nodes()[*own].label) : std::nullopt;
        }
        map.by_node_.push_back(label);
        if (label) map.by_span_.emplace_back(node.span, *label);
    }
    map.put_in_order();
    return map;
}

LabelMap LabelMap::of_spans(const hierarchy::Hierarchy& base, std::vector<Span> spans,
                            const std::vector<char>& silent) {
    LabelMap map;
    const Domain& domain = base.domain();
    std::sort(spans.begin(), spans.end());
    spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    std::vector<std::pair<Span, std::string>> shown;
    std::vector<std::string> texts;
    for (const Span span : spans) {
        const bool one = span.width() == 1;
        if (one && domain.has_null() && span.lo == domain.null_code()) continue;
        if ((one && !silent.empty() && silent[span.lo]) || (!one && span == domain.whole())) {
            shown.emplace_back(span, "*");
            continue;
        }
        texts.push_back(hierarchy::label_of_span(span, domain, nullptr));
        shown.emplace_back(span, texts.back());
    }
    map.labels_ = Labels::of_texts(std::move(texts));
    for (const auto& [span, text] : shown) map.by_span_.emplace_back(span, *map.labels_->find(text));
    map.put_in_order();
    return map;
}

void LabelMap::put_in_order() {
    std::stable_sort(by_span_.begin(), by_span_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

std::optional<LabelId> LabelMap::label_of(Span span) const {
    const auto after = std::upper_bound(by_span_.begin(), by_span_.end(), span,
                                        [](Span key, const auto& entry) { return key < entry.first; });
    if (after == by_span_.begin() || std::prev(after)->first != span) return std::nullopt;
    return std::prev(after)->second;
}

std::optional<LabelId> LabelMap::label_of_node(hierarchy::Hierarchy::NodeId node) const { return by_node_[node]; }

}  // namespace scrim::views
