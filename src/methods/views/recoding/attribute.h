// ViewAttribute: a generalized column of a view: its hierarchy over the values that the data hold, and its labels.
//
// The leaves are those of the column's DGH and the values of the data. A value that names an inner node of the DGH (the
// column of a view over another view shows such) becomes a leaf below that node which shows the node's label. A value
// that the DGH lacks is refused, or stands directly below the top and shows the top. Without a DGH every value stands
// below "*", and numbers and dates may be shown as intervals. What labels mean is told by the DGH alone, without these
// leaves.
#pragma once

#include "kernel/core/column.h"
#include "kernel/hierarchy/attribute.h"
#include "methods/views/language/definition.h"
#include "methods/views/recoding/label_map.h"
#include "scrim/result.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrim::views {

using DghEdges = std::vector<std::pair<std::string, std::string>>;  // child, parent

// Whether these edges can make one tree: refuses a child with two parents, and cycles. Several tops are joined by "*".
Result<hierarchy::Hierarchy> hierarchy_of_edges(const DghEdges& edges);
// The edges of a hierarchy, without NULL; parents before their children.
DghEdges edges_of(const hierarchy::Hierarchy& hierarchy);

class ViewAttribute {
public:
    // `values` are numbers without a fraction, or text; `edges` may be null. With `nodes_apart` no two nodes have the
    // same leaves: where there is one value only, or a node has one child only, there is a silent leaf beside it.
    static Result<ViewAttribute> make(const std::string& column, const DghEdges* edges, const DomainPtr& values,
                                      ViewDefinition::UnknownValue unknown, bool nodes_apart = false);

    // As recoders see it.
    const hierarchy::Attribute& attribute() const { return attribute_; }
    const std::shared_ptr<const hierarchy::Hierarchy>& hierarchy() const { return attribute_.hierarchy; }
    // The leaf of a value that make() was given, or that the DGH has.
    Code code_of(const std::string& value) const { return *find_code(value); }
    std::optional<Code> find_code(const std::string& value) const;
    // The leaf of each row of a column whose values make() was given, or that the DGH has.
    std::vector<Code> codes(const Column& column) const;
    Code null_code() const { return attribute_.domain().null_code(); }
    bool has_dgh() const { return tree_ != nullptr; }
    // Of the nodes of its DGH or, without one, of these spans.
    LabelMap labels(std::vector<Span> spans) const;
    // How a box of nodes is shown: one text for each node.
    std::string text_of(Span node) const;
    void forbid_intervals() { print_intervals(false); }

private:
    ViewAttribute(const std::string& column, hierarchy::Hierarchy hierarchy);
    // Otherwise nodes of the hierarchy.
    void print_intervals(bool intervals) {
        attribute_.intervals = intervals;
        attribute_.from_file = !intervals;
    }

    hierarchy::Attribute attribute_;
    std::shared_ptr<const hierarchy::Hierarchy> tree_;  // the DGH itself, null for none
    std::unordered_map<std::string, Code> codes_;
    std::vector<char> silent_;  // leaves that show their parent
};

}  // namespace scrim::views
