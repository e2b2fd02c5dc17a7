#include "methods/statdb/noisy/exact_sums.h"

#include "methods/statdb/row_test.h"
#include "methods/statdb/visit.h"

#include <algorithm>
#include <vector>

namespace scrim::statdb::noisy {

ExactSums exact_sums(const StatTable& table, const Condition& rows, std::span<const Span> values, const Clip& clip,
                     bool by_value) {
    const Domain& domain = table.schema().sensitive.domain();
    std::vector<char> asked(domain.size(), 0);
    for (const Span span : values) std::fill(asked.begin() + span.lo, asked.begin() + span.hi, 1);
    const Visit visit(table, values);
    const RowTest test(table, rows);
    RowTest::Scratch scratch;
    std::vector<std::uint32_t> counts;
    ExactSums sums;
    for (const std::uint32_t bucket : visit.buckets()) {
        test.count(bucket, counts, scratch);
        const auto signature = table.signature(bucket);
        for (std::size_t i = 0; i < signature.size(); ++i) {
            const Code value = signature[i];
            if (!asked[value]) continue;
            sums.count += counts[i];
            if (domain.has_null() && value == domain.null_code()) continue;
            sums.numbers += counts[i];
            if (!domain.is_numeric()) continue;
            const Int128 units = std::clamp(domain.units(value), clip.lowest, clip.highest);
            sums.sum += units * counts[i];
            if (by_value && counts[i] > 0) sums.values[units] += counts[i];
        }
    }
    return sums;
}

}  // namespace scrim::statdb::noisy
