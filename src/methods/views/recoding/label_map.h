// LabelMap: which label each value, or span of values, of a column's data shows. It is for whoever labels rows; what
// labels mean is in Labels, which know nothing of the data.
#pragma once

#include "methods/views/recoding/labels.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace scrim::views {

class LabelMap {
public:
    // `base` is `tree`, the column's DGH, with more leaves: values that the DGH lacks, names of inner nodes, NULL. Of
    // these the `silent` ones show their parent, and NULL shows nothing.
    static LabelMap of_nodes(const hierarchy::Hierarchy& base, std::shared_ptr<const hierarchy::Hierarchy> tree,
                             const std::vector<char>& silent);
    // Without a DGH: of these spans, values and intervals of them; no other value of the data gets a label. Silent
    // values and the whole domain show "*".
    static LabelMap of_spans(const hierarchy::Hierarchy& base, std::vector<Span> spans,
                             const std::vector<char>& silent);

    const std::shared_ptr<const Labels>& labels() const { return labels_; }
    // The label that shows a span, which is that of a leaf or of one of the labels. NULL has none.
    std::optional<LabelId> label_of(Span span) const;
    // Of a node of `base`: it may have the span of its only child.
    std::optional<LabelId> label_of_node(hierarchy::Hierarchy::NodeId node) const;

private:
    void put_in_order();

    std::shared_ptr<const Labels> labels_;
    std::vector<std::pair<Span, LabelId>> by_span_;  // ascending; of equal spans the innermost last
    std::vector<std::optional<LabelId>> by_node_;
};

}  // namespace scrim::views
