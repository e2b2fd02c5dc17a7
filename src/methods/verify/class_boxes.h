// The classes of a generalized release as boxes over the original's values.
#pragma once

#include "kernel/core/partition.h"
#include "kernel/core/tuples.h"
#include "methods/verify/box_tree.h"
#include "methods/verify/printed_spans.h"

#include <cstdint>
#include <vector>

namespace scrim::verifier {

struct ClassBoxes {
    // The last columns of `released` are those of `printed`, in that order.
    ClassBoxes(const Tuples& released, const std::vector<PrintedColumn>& printed);

    std::size_t size() const { return classes.size(); }

    Partition classes;                        // of the released rows
    BoxTree tree;                             // their boxes, in the same order
    std::vector<std::uint32_t> class_of_row;  // of the released rows
    std::vector<std::uint64_t> records;       // of each class
};

}  // namespace scrim::verifier
