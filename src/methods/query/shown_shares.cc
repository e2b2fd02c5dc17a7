#include "methods/query/shown_shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrim::querying {
namespace {

// Sums of the first 0, 1, … of them.
std::vector<double> sums_before(std::span<const double> weights) {
    std::vector<double> before(weights.size() + 1, 0.0);
    std::partial_sum(weights.begin(), weights.end(), before.begin() + 1);
    return before;
}

}  // namespace

std::vector<double> weights_of(std::span<const double> values, std::span<const double> shares, double power) {
    std::vector<double> weights(values.size(), 0.0);
    for (std::size_t atom = 0; atom < weights.size(); ++atom)
        if (values[atom] > 0 && shares[atom] > 0)
            weights[atom] = values[atom] * std::pow(shares[atom] / values[atom], power);
    return weights;
}

std::vector<double> shown_shares(std::span<const double> values, std::span<const Spans> cells,
                                 std::span<const std::uint64_t> records, double power, int rounds) {
    std::vector<double> shares(values.begin(), values.end());
    std::vector<double> factors(shares.size() + 1);
    for (int round = 0; round < rounds; ++round) {
        const std::vector<double> weights = weights_of(values, shares, power), before = sums_before(weights);
        std::fill(factors.begin(), factors.end(), 0.0);
        double all = 0;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            double of_cell = 0;
            for (const Span span : cells[c]) of_cell += before[span.hi] - before[span.lo];
            if (records[c] == 0 || !(of_cell > 0)) continue;
            const auto here = static_cast<double>(records[c]);
            all += here;
            for (const Span span : cells[c]) {
                factors[span.lo] += here / of_cell;
                factors[span.hi] -= here / of_cell;
            }
        }
        double factor = 0;
        for (std::size_t atom = 0; atom < shares.size(); ++atom) {
            factor += factors[atom];
            shares[atom] = all > 0 && factor > 0 ? weights[atom] * factor / all : 0;
        }
    }
    return shares;
}

}  // namespace scrim::querying
