// HierarchyBuilder: orders the leaves of a label tree so that every node is a span, and lays the nodes out.
#pragma once

#include "kernel/hierarchy/hierarchy.h"
#include "kernel/hierarchy/label_tree.h"

namespace scrim::hierarchy {

class HierarchyBuilder {
public:
    // Leaves that are numbers or dates are ordered by value if that keeps each node in one piece, else as the tree
    // goes. Refuses two leaves that are one number, and a group that is called like a number among the leaves.
    static Result<Hierarchy> build(LabelTree tree);
    // The leaves, from left to right, are the values of `domain`.
    static Hierarchy build(LabelTree tree, DomainPtr domain);
};

}  // namespace scrim::hierarchy
