#include "views/quality.h"

#include "views/block_recoder.h"

namespace scrim {

double penalty_of(const ViewTuples& all, std::span<const std::uint32_t> block, const BlockGroups& groups) {
    double penalty = 0;
    const std::size_t dimensions = all.dimensions();
    for (std::size_t i = 0; i < block.size(); ++i) {
        const std::uint32_t group = groups.group_of[i];
        if (group == BlockGroups::exact) continue;
        double cells = 0;
        for (std::size_t a = 0; a < dimensions; ++a) {
            const Code domain = all.attributes[a].hierarchy()->domain().size();
            const Code width = group == BlockGroups::hidden ? domain : groups.boxes[group * dimensions + a].width();
            if (domain > 1) cells += static_cast<double>(width - 1) / (domain - 1);
        }
        penalty += all.counts[block[i]] * cells;
    }
    return penalty;
}

ViewQuality measure_quality(const ViewRecoding& recoding) {
    recoding.complete();
    ViewQuality quality;
    const ViewTuples& tuples = recoding.tuples();
    double penalty = 0;
    for (std::size_t b = 0; b < recoding.blocks(); ++b) {
        const BlockGroups& groups = recoding.groups(b);
        quality.groups += groups.records.size();
        const auto& block = recoding.block(b);
        for (std::size_t i = 0; i < block.size(); ++i) {
            const std::uint32_t tuple = block[i], group = groups.group_of[i];
            const std::uint64_t count = tuples.counts[tuple];
            quality.records += count;
            if (group == BlockGroups::exact) {
                quality.exact += count;
                continue;
            }
            if (group == BlockGroups::hidden) {
                quality.hidden += count;
            } else {
                quality.grouped += count;
                quality.k_deviation += count * (groups.records[group] - tuples.k[tuple]);
            }
        }
        penalty += penalty_of(tuples, block, groups);
    }
    if (quality.records > 0) quality.ncp = penalty / static_cast<double>(quality.records * recoding.dimensions());
    return quality;
}

}  // namespace scrim
