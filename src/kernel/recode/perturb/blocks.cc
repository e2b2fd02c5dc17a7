#include "kernel/recode/perturb/blocks.h"

#include "kernel/core/parallel.h"
#include "kernel/core/random.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

constexpr std::size_t sample = 256;  // points whose spread is measured
constexpr std::size_t worth_a_thread = 1 << 14;

using Span32 = std::span<std::uint32_t>;

// The coordinate to cut at: the larger its variance, the more likely.
std::size_t coordinate_to_cut(const PointSet& points, Span32 block, SeededRandom& random) {
    const std::size_t step = std::max<std::size_t>(1, block.size() / sample);
    std::size_t found = 0;
    double most = -1;
    for (std::size_t d = 0; d < points.dimensions(); ++d) {
        double sum = 0, squares = 0, count = 0;
        for (std::size_t i = 0; i < block.size(); i += step) {
            const double value = points[block[i]][d];
            sum += value;
            squares += value * value;
            ++count;
        }
        const double chance = 0.25 + static_cast<double>(random.below(1024)) / 1024;
        const double spread = (squares - sum * sum / count) * chance;
        if (spread > most) most = spread, found = d;
    }
    return found;
}

void cut(const PointSet& points, Span32 block, std::size_t most, std::uint64_t seed, std::vector<Span32>& blocks) {
    if (block.size() <= most) {
        blocks.push_back(block);
        return;
    }
    SeededRandom random(seed);
    const std::size_t by = coordinate_to_cut(points, block, random);
    const std::size_t half = block.size() / 2;
    std::nth_element(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(half), block.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                         return points[a][by] != points[b][by] ? points[a][by] < points[b][by] : a < b;
                     });
    const std::uint64_t left_seed = random.next(), right_seed = random.next();
    const Span32 left = block.first(half), right = block.subspan(half);
    if (block.size() < worth_a_thread) {
        cut(points, left, most, left_seed, blocks);
        cut(points, right, most, right_seed, blocks);
        return;
    }
    std::vector<Span32> others;
    parallel_invoke([&] { cut(points, left, most, left_seed, blocks); },
                    [&] { cut(points, right, most, right_seed, others); });
    blocks.insert(blocks.end(), others.begin(), others.end());
}

}  // namespace

std::vector<std::vector<std::uint32_t>> near_blocks(const PointSet& points, std::size_t most, std::uint64_t seed) {
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::vector<Span32> parts;
    cut(points, order, most, seed, parts);
    std::vector<std::vector<std::uint32_t>> blocks;
    blocks.reserve(parts.size());
    for (const Span32 part : parts) blocks.emplace_back(part.begin(), part.end());
    return blocks;
}

}  // namespace scrim::recode::perturb
