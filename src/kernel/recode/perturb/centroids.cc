#include "kernel/recode/perturb/centroids.h"

#include "kernel/recode/perturb/embedding.h"
#include "kernel/recode/perturb/number_column.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace scrim::recode::perturb {
namespace {

// The multiple of `grid` nearest to sum / count.
Int128 rounded_mean(Int128 sum, Int128 count, Int128 grid) {
    const Int128 step = count * grid, magnitude = sum < 0 ? -sum : sum;
    const Int128 steps = (2 * magnitude + step) / (2 * step);
    return (sum < 0 ? -steps : steps) * grid;
}

Code nearest_to_all(const hierarchy::Hierarchy* hierarchy, std::vector<Code> codes) {
    std::sort(codes.begin(), codes.end());
    std::vector<std::pair<Code, std::uint64_t>> counts;
    for (const Code code : codes) {
        if (counts.empty() || counts.back().first != code) counts.emplace_back(code, 0);
        ++counts.back().second;
    }
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    Code found = counts.front().first;
    for (const auto& [candidate, times] : counts) {
        std::uint64_t steps = 0;
        for (const auto& [code, count] : counts) steps += count * steps_between(hierarchy, candidate, code);
        if (steps < least) least = steps, found = candidate;
    }
    return found;
}

}  // namespace

Column with_centroids(const Records& records, std::size_t c, const Groups<std::uint32_t>& groups) {
    const RecordColumn& column = records.column(c);
    const Domain& domain = column.values.domain();
    const auto misses = [&](std::size_t g) { return column.values[groups[g].front()] >= domain.values(); };
    if (column.is_numeric()) {
        const NumberColumn numbers(column);
        std::vector<Int128> units(records.count, 0);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            if (misses(g)) continue;
            Int128 sum = 0;
            for (const std::uint32_t record : groups[g]) sum += domain.units(column.values[record]);
            const Int128 mean = rounded_mean(sum, static_cast<Int128>(groups[g].size()), numbers.grid());
            for (const std::uint32_t record : groups[g]) units[record] = mean;
        }
        return numbers.with(units);
    }
    std::vector<Code> codes(records.count, 0), group;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        group.clear();
        for (const std::uint32_t record : groups[g]) group.push_back(column.values[record]);
        const Code code = misses(g) ? domain.null_code() : nearest_to_all(column.hierarchy.get(), group);
        for (const std::uint32_t record : groups[g]) codes[record] = code;
    }
    return Column(column.values.domain_ptr(), codes);
}

Kept kept_by_centroids(const RecordColumn& column) {
    if (!column.is_numeric()) return Kept::values(column.name);
    const NumberColumn numbers(column);
    Int128 scale = 2;
    for (int digit = 0; digit < column.values.domain().scale(); ++digit) scale *= 10;
    return Kept::mean(column.name, Ratio(numbers.grid(), scale));
}

}  // namespace scrim::recode::perturb
