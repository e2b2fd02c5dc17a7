#include "kernel/metrics/value_space.h"

#include <algorithm>
#include <cmath>

namespace scrim::metrics {
namespace {

// In standard deviations from the mean; NULL is the mean.
std::vector<double> standardized(const Domain& domain, const std::vector<double>& records) {
    double all = 0, sum = 0, squares = 0;
    std::vector<double> numbers(domain.size(), 0);
    for (Code code = 0; code < domain.values(); ++code) {
        numbers[code] = static_cast<double>(domain.units(code));
        all += records[code];
        sum += records[code] * numbers[code];
    }
    const double mean = all > 0 ? sum / all : 0;
    for (Code code = 0; code < domain.values(); ++code) {
        numbers[code] -= mean;
        squares += records[code] * numbers[code] * numbers[code];
    }
    const double deviation = all > 0 ? std::sqrt(squares / all) : 0;
    for (double& number : numbers) number = deviation > 0 ? number / deviation : 0;
    return numbers;
}

}  // namespace

void ValueSpace::add(const hierarchy::Attribute& attribute, const std::vector<double>& records) {
    Axis axis{&attribute, coordinates_, {}, 0};
    const auto nodes = attribute.hierarchy->nodes();
    if (attribute.domain().is_numeric() && (attribute.free_intervals() || !attribute.from_file)) {
        axis.numbers = standardized(attribute.domain(), records);
        ++coordinates_;
    } else {
        double all = 0, variance = 0;
        for (const double count : records) all += count;
        for (std::size_t n = 1; n < nodes.size(); ++n) {
            double below = 0;
            for (Code code = nodes[n].span.lo; code < nodes[n].span.hi; ++code) below += records[code];
            const double share = all > 0 ? below / all : 0;
            variance += share * (1 - share);
        }
        axis.amount = variance > 0 ? 1 / std::sqrt(variance) : 0;
        coordinates_ += static_cast<std::uint32_t>(nodes.size());
    }
    axes_.push_back(std::move(axis));
}

Place ValueSpace::place(std::size_t column, Span printed) const {
    const Axis& axis = axes_[column];
    Place place;
    if (!axis.numbers.empty()) {
        double sum = 0;
        for (Code code = printed.lo; code < printed.hi; ++code) sum += axis.numbers[code];
        place.amounts.emplace_back(axis.first, sum / printed.width());
    } else {
        const auto nodes = axis.attribute->hierarchy->nodes();
        for (std::uint32_t n = 1; n < nodes.size(); ++n) {
            const Code lo = std::max(nodes[n].span.lo, printed.lo), hi = std::min(nodes[n].span.hi, printed.hi);
            if (lo < hi) place.amounts.emplace_back(axis.first + n, axis.amount * (hi - lo) / printed.width());
        }
    }
    for (const auto& [coordinate, amount] : place.amounts) place.square += amount * amount;
    return place;
}

}  // namespace scrim::metrics
