#include "kernel/recode/cluster/neighbors.h"

#include "kernel/core/parallel.h"
#include "kernel/recode/cluster/split.h"

namespace scrim::recode::cluster {
namespace {

constexpr std::size_t leaf = 64;  // points of a block in which all pairs are compared

}  // namespace

Neighbors::Neighbors(const Points& points, std::vector<std::vector<std::uint32_t>>& regions, std::uint32_t most,
                     std::uint32_t splittings, const Progress& progress)
    : most_(most), ids_(std::size_t{points.size()} * most), counts_(points.size(), 0) {
    std::vector<Cost> costs(ids_.size());
    const auto meet = [&](std::uint32_t x, std::uint32_t y, Cost cost) {
        std::uint32_t* ids = &ids_[std::size_t{x} * most_];
        Cost* known = &costs[std::size_t{x} * most_];
        std::uint32_t count = counts_[x];
        if (count == most_ && cost >= known[count - 1]) return;
        if (std::find(ids, ids + count, y) != ids + count) return;
        if (count < most_) counts_[x] = static_cast<std::uint16_t>(++count);
        std::uint32_t i = count - 1;
        for (; i > 0 && known[i - 1] > cost; --i) {
            known[i] = known[i - 1];
            ids[i] = ids[i - 1];
        }
        known[i] = cost;
        ids[i] = y;
    };
    const std::size_t stride = points.cost().stride();
    for (std::uint32_t s = 0; s < splittings && !progress.cancelled(); ++s) {
        const Blocks blocks = split(points, regions, leaf, s);
        parallel_for(0, blocks.size(), 16, [&](std::size_t begin, std::size_t end) {
            std::vector<Place> rows(leaf * stride);
            for (std::size_t b = begin; b < end && !progress.cancelled(); ++b) {
                const auto block = blocks[b];
                for (std::size_t i = 0; i < block.size(); ++i)
                    std::copy_n(points.row(block[i]), stride, &rows[i * stride]);
                for (std::size_t i = 0; i < block.size(); ++i)
                    for (std::size_t j = 0; j < i; ++j) {
                        const Cost cost = points.cost().between(&rows[i * stride], &rows[j * stride]);
                        meet(block[i], block[j], cost);
                        meet(block[j], block[i], cost);
                    }
            }
        });
    }
}

}  // namespace scrim::recode::cluster
