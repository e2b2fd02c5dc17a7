#include "kernel/recode/perturb/small_groups.h"

#include "kernel/core/parallel.h"
#include "kernel/recode/perturb/blocks.h"
#include "kernel/recode/perturb/exchange.h"
#include "kernel/recode/perturb/mdav.h"
#include "kernel/recode/perturb/univariate.h"

#include <algorithm>

namespace scrim::recode::perturb {
namespace {

using Group = std::vector<std::uint32_t>;

constexpr std::size_t groups_in_block = 512;

void append(const PointGroups& from, std::vector<Group>& groups) {
    for (std::size_t g = 0; g < from.size(); ++g) groups.emplace_back(from[g].begin(), from[g].end());
}

Result<std::vector<Group>> first_groups(const PointSet& points, std::uint32_t k, Effort effort, Progress& progress) {
    std::vector<Group> groups;
    const double n = points.size();
    if (n * n * static_cast<double>(points.dimensions()) / k <= effort.mdav_limit) {
        append(mdav(points, k), groups);
        progress.advance(points.size());
        return groups;
    }
    const auto blocks = near_blocks(points, std::max<std::size_t>(2048, std::size_t{32} * k), 0);
    std::vector<PointGroups> parts(blocks.size());
    parallel_for(0, blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end && !progress.cancelled(); ++b) {
            parts[b] = mdav(points, blocks[b], k);
            progress.advance(blocks[b].size());
        }
    });
    if (progress.cancelled()) return cancelled_error();
    for (const PointGroups& part : parts) append(part, groups);
    return groups;
}

// Blocks of groups whose centers are near each other, each improved by itself.
Result<void> improve(const PointSet& points, std::uint32_t k, std::uint64_t round, std::vector<Group>& groups,
                     Progress& progress) {
    PointSet centers(points.dimensions());
    centers.reserve(groups.size());
    for (const Group& group : groups) centers.add(centroid(points, group));
    const auto blocks = near_blocks(centers, groups_in_block, round);
    std::vector<std::vector<Group>> parts(blocks.size());
    parallel_for(0, blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end && !progress.cancelled(); ++b) {
            for (const std::uint32_t group : blocks[b]) parts[b].push_back(std::move(groups[group]));
            std::size_t size = 0;
            for (const Group& group : parts[b]) size += group.size();
            exchange(points, parts[b], k, 1, round << 32 | b);
            progress.advance(size);
        }
    });
    if (progress.cancelled()) return cancelled_error();
    groups.clear();
    for (std::vector<Group>& part : parts) std::move(part.begin(), part.end(), std::back_inserter(groups));
    return {};
}

}  // namespace

std::uint32_t rounds_by_default(std::size_t points, std::size_t k) {
    const std::size_t work = points * k;
    return work <= 200'000 ? 24 : work <= 2'000'000 ? 12 : work <= 10'000'000 ? 6 : work <= 50'000'000 ? 3 : 1;
}

Result<PointGroups> small_groups(const PointSet& points, std::uint32_t k, Effort effort, Progress& progress) {
    if (points.dimensions() == 1) return univariate(points, k);
    const std::uint32_t rounds = points.size() < std::size_t{2} * k ? 0 : effort.rounds;
    progress.stage("grouping", std::uint64_t{points.size()} * (rounds + 1));
    SCRIM_TRY(std::vector<Group> groups, first_groups(points, k, effort, progress));
    for (std::uint32_t round = 1; round <= rounds; ++round) SCRIM_CHECK(improve(points, k, round, groups, progress));
    for (Group& group : groups) std::sort(group.begin(), group.end());
    std::sort(groups.begin(), groups.end());
    PointGroups found;
    found.reserve(groups.size(), points.size());
    for (const Group& group : groups) found.add(group);
    return found;
}

}  // namespace scrim::recode::perturb
