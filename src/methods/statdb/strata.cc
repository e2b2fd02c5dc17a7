#include "methods/statdb/strata.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace scrim::statdb {
namespace {

constexpr std::uint64_t least_rows = 1024;  // of a region, on average
constexpr std::uint32_t most_strata = 64;

// Which of at most `parts` runs of about equally many rows each code belongs to. Runs without rows are not counted.
struct Runs {
    std::uint32_t count = 0;
    std::vector<std::uint32_t> of_code;
};

Runs runs_of(const Column& column, std::uint32_t parts) {
    std::vector<std::uint64_t> counts(column.domain().size(), 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) ++counts[code];
    });
    Runs runs;
    std::uint64_t before = 0, last = UINT64_MAX;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        const std::uint64_t middle = 2 * before + counts[code];
        const std::uint64_t run = parts == counts.size() ? code : middle * parts / (2 * column.size());
        if (counts[code] > 0 && run != last) {
            last = run;
            ++runs.count;
        }
        runs.of_code.push_back(std::max(runs.count, 1u) - 1);
        before += counts[code];
    }
    return runs;
}

}  // namespace

std::uint32_t default_strata(std::span<const std::uint32_t> value_counts, std::uint32_t m) {
    const auto rows = std::accumulate(value_counts.begin(), value_counts.end(), std::uint64_t{0});
    const auto most = *std::max_element(value_counts.begin(), value_counts.end());
    const std::uint64_t slack = rows * 16 / (std::uint64_t{most} * m);  // in sixteenths, at least 16
    const std::uint64_t wanted = std::min({slack * slack / 256, rows / least_rows, std::uint64_t{most_strata}});
    return static_cast<std::uint32_t>(std::bit_floor(std::max<std::uint64_t>(wanted, 1)));
}

Strata make_strata(const Table& quasi_identifiers, std::uint32_t most, Code most_values) {
    std::vector<std::size_t> order(quasi_identifiers.width());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return quasi_identifiers[a].domain().size() < quasi_identifiers[b].domain().size();
    });
    Strata strata;
    for (const std::size_t a : order) {
        const Code values = quasi_identifiers[a].domain().size();
        const std::uint32_t parts = std::min(values, most / strata.count);
        if (most / strata.count < 2 || values > most_values) break;
        if (parts < 2) continue;
        const Runs runs = runs_of(quasi_identifiers[a], parts);
        strata.of_row.resize(quasi_identifiers.rows(), 0);
        quasi_identifiers[a].visit([&](auto codes) {
            for (std::size_t row = 0; row < codes.size(); ++row)
                strata.of_row[row] = strata.of_row[row] * runs.count + runs.of_code[codes[row]];
        });
        strata.count *= runs.count;
    }
    return strata;
}

}  // namespace scrim::statdb
