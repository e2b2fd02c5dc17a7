// Which boxes hold each of many points: points that the same boxes hold share one set.
#pragma once

#include "kernel/core/tuples.h"
#include "methods/verify/box_tree.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace scrim::verifier {

class FittingBoxes {
public:
    // Nothing when the sets would have more than `most` members in all, or the work is cancelled. A point is a row of
    // `table` on `columns`, one per dimension; `rows` are one for each different point.
    static std::optional<FittingBoxes> find(const BoxTree& tree, const Table& table,
                                            const std::vector<std::size_t>& columns,
                                            const std::vector<std::uint32_t>& rows, std::size_t most,
                                            Progress& progress);

    // The set of the i-th row given.
    std::uint32_t set_of(std::size_t i) const { return set_of_[i]; }
    std::size_t sets() const { return sets_.size(); }
    const std::vector<std::uint32_t>& set(std::uint32_t s) const { return *sets_[s]; }

private:
    struct Hash {
        std::size_t operator()(const std::vector<std::uint32_t>& numbers) const;
    };

    std::vector<std::uint32_t> set_of_;
    std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, Hash> numbers_;
    std::vector<const std::vector<std::uint32_t>*> sets_;  // keys of numbers_
};

}  // namespace scrim::verifier
