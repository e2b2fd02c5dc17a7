// Neighbors: for each point, points with which it is cheap to be printed: the nearest found in the blocks of a few
// splittings. Near-linear, and almost complete: a pair that one splitting parts mostly meets in another.
#pragma once

#include "kernel/recode/cluster/points.h"
#include "scrim/result.h"

#include <span>
#include <vector>

namespace scrim::recode::cluster {

class Neighbors {
public:
    // At most `most` of each point, from `splittings` of each region; fewer where `progress` is cancelled meanwhile.
    Neighbors(const Points& points, std::vector<std::vector<std::uint32_t>>& regions, std::uint32_t most,
              std::uint32_t splittings, const Progress& progress = no_progress());

    // Nearest first.
    std::span<const std::uint32_t> of(std::uint32_t point) const {
        return std::span(ids_).subspan(std::size_t{point} * most_, counts_[point]);
    }

private:
    std::uint32_t most_;
    std::vector<std::uint32_t> ids_;     // most_ per point
    std::vector<std::uint16_t> counts_;  // of them used
};

}  // namespace scrim::recode::cluster
