// A hierarchy over the numbers 0, 1, 2 …, so that code and number are the same, with runs of the given widths above
// them, narrow ones first: numbered_tree(9, {3}) is 0 … 8, then [0,3) [3,6) [6,9), then *.
#pragma once

#include "kernel/hierarchy/hierarchy.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::views {

inline std::shared_ptr<const hierarchy::Hierarchy> numbered_tree(unsigned leaves,
                                                                 const std::vector<unsigned>& widths = {}) {
    std::vector<std::vector<std::string>> rows;
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
        std::vector<std::string>& row = rows.emplace_back(1, std::to_string(leaf));
        for (const unsigned width : widths) {
            const unsigned lo = leaf / width * width;
            row.push_back("[" + std::to_string(lo) + "," + std::to_string(lo + width) + ")");
        }
        row.push_back("*");
    }
    return std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(rows));
}

}  // namespace scrim::views
