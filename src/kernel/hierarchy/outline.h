// Outline: what the labels of a release need of a hierarchy, and nothing else.
//
// The leaves of a hierarchy may tell who is in the data: one built from the data lists the values that occur. An
// outline keeps the nodes and leaves that labels name, with all that lies above them; the other leaves have no names,
// they are only counted. That is enough for widths, heights and distances, and so for every metric and model. Each line
// is a leaf by its name, or leaves that are only counted:
//
//   outline;number;0           what the leaves are, and their digits after the point
//   leaves;levels;label;above
//   1;0;24;[20, 29];*          the leaf 24
//   9;1;[20, 29];*             nine leaves more, one level below [20, 29]
//   37;2;*                     37 leaves at most two levels below *
#pragma once

#include "kernel/hierarchy/hierarchy.h"

#include <set>

namespace scrim::hierarchy {

// `labels` are what a release prints, NULL aside; each means a span of the hierarchy's leaves.
std::string format_outline(const Hierarchy& hierarchy, const std::vector<std::string>& labels);
// A hierarchy of the same shape, whose leaves without names are called something: what labels mean in it has the same
// width and the same height as in the hierarchy that the outline is of. format_outline() of it, with the same labels,
// gives the text back. `name` is what messages call the text.
Result<Hierarchy> parse_outline(std::string_view text, const std::string& name);

// The names of leaves and nodes in such a text, and whether all leaves have one.
std::set<std::string> names_in_outline(std::string_view text);
bool names_all_leaves(std::string_view outline);

}  // namespace scrim::hierarchy
