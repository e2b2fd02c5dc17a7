#include "statdb/strata.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace scrim {
namespace {

constexpr std::uint64_t least_rows = 1024;  // of a region, on average
constexpr std::uint32_t most_strata = 64;

// Which of `parts` runs of about equally many rows each code belongs to.
std::vector<std::uint32_t> runs_of(const Column& column, std::uint32_t parts) {
    std::vector<std::uint64_t> counts(column.domain().size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) ++counts[code];
    });
    std::vector<std::uint32_t> run(counts.size());
    std::uint64_t before = 0;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        const std::uint64_t middle = 2 * before + counts[code];
        run[code] = parts == counts.size()
                        ? static_cast<std::uint32_t>(code)
                        : std::min(parts - 1, static_cast<std::uint32_t>(middle * parts / (2 * column.size())));
        before += counts[code];
    }
    return run;
}

}  // namespace

std::uint32_t default_strata(std::span<const std::uint32_t> value_counts, std::uint32_t m) {
    const auto rows = std::accumulate(value_counts.begin(), value_counts.end(), std::uint64_t{0});
    const auto most = *std::max_element(value_counts.begin(), value_counts.end());
    const std::uint64_t slack = rows * 16 / (std::uint64_t{most} * m);  // in sixteenths, at least 16
    const std::uint64_t wanted = std::min({slack * slack / 256, rows / least_rows, std::uint64_t{most_strata}});
    return static_cast<std::uint32_t>(std::bit_floor(std::max<std::uint64_t>(wanted, 1)));
}

Strata make_strata(const Table& quasi_identifiers, std::uint32_t most) {
    std::vector<std::size_t> order(quasi_identifiers.width());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return quasi_identifiers[a].domain().size() < quasi_identifiers[b].domain().size();
    });
    Strata strata;
    for (const std::size_t a : order) {
        const std::uint32_t parts = std::min(quasi_identifiers[a].domain().size(), most / strata.count);
        if (most / strata.count < 2) break;
        if (parts < 2) continue;
        const std::vector<std::uint32_t> run = runs_of(quasi_identifiers[a], parts);
        strata.of_row.resize(quasi_identifiers.rows(), 0);
        quasi_identifiers[a].visit([&](auto codes) {
            for (std::size_t row = 0; row < codes.size(); ++row)
                strata.of_row[row] = strata.of_row[row] * parts + run[codes[row]];
        });
        strata.count *= parts;
    }
    return strata;
}

}  // namespace scrim
