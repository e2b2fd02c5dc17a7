#include "views/quality.h"

#include <algorithm>

namespace scrim {

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
            for (std::size_t a = 0; a < recoding.dimensions(); ++a) {
                const Code domain = tuples.attributes[a].hierarchy()->domain().size();
                const Span span = recoding.shown(tuple, a).value_or(Span{0, domain});
                if (domain > 1) penalty += static_cast<double>(count) * (span.width() - 1) / (domain - 1);
            }
        }
    }
    if (quality.records > 0)
        quality.ncp = penalty / static_cast<double>(quality.records * recoding.dimensions());
    return quality;
}

}  // namespace scrim
