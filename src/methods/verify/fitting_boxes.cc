#include "methods/verify/fitting_boxes.h"

#include "kernel/core/parallel.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

constexpr std::size_t block = std::size_t{1} << 16;  // points whose boxes are held at once
constexpr std::size_t grain = 256;

}  // namespace

std::size_t FittingBoxes::Hash::operator()(const std::vector<std::uint32_t>& numbers) const {
    std::uint64_t hash = 0x9e3779b97f4a7c15;
    for (const std::uint32_t number : numbers) hash = (hash ^ number) * 0xff51afd7ed558ccd + (hash >> 29);
    return hash;
}

std::optional<FittingBoxes> FittingBoxes::find(const BoxTree& tree, const Table& table,
                                               const std::vector<std::size_t>& columns,
                                               const std::vector<std::uint32_t>& rows, std::size_t most,
                                               Progress& progress) {
    FittingBoxes fitting;
    fitting.set_of_.resize(rows.size());
    progress.stage("finding each record's classes", rows.size());
    progress.unit("records");
    std::vector<std::vector<std::uint32_t>> found(std::min(block, rows.size()));
    std::size_t members = 0;
    for (std::size_t from = 0; from < rows.size(); from += block) {
        const std::size_t count = std::min(block, rows.size() - from);
        parallel_for(0, count, grain, [&](std::size_t begin, std::size_t end) {
            std::vector<Code> point(columns.size());
            for (std::size_t i = begin; i < end; ++i) {
                for (std::size_t d = 0; d < columns.size(); ++d) point[d] = table[columns[d]][rows[from + i]];
                found[i].clear();
                tree.find(point, found[i]);
            }
            progress.advance(end - begin);
        });
        if (progress.cancelled()) return std::nullopt;
        for (std::size_t i = 0; i < count; ++i) {
            const auto [place, is_new] =
                fitting.numbers_.try_emplace(found[i], static_cast<std::uint32_t>(fitting.sets_.size()));
            if (is_new) {
                fitting.sets_.push_back(&place->first);
                members += found[i].size();
                if (members > most) return std::nullopt;
            }
            fitting.set_of_[from + i] = place->second;
        }
    }
    return fitting;
}

}  // namespace scrim::verifier
