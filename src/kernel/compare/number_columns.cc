#include "kernel/compare/number_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrim::compare {
namespace {

// The mean of the values that a label covers, NULL aside.
std::vector<double> means_of(const std::vector<Span>& printed, const Domain& domain) {
    std::vector<double> below{0};
    const double unit = std::pow(10.0, -domain.scale());
    for (Code code = 0; code < domain.values(); ++code)
        below.push_back(below.back() + static_cast<double>(domain.units(code)) * unit);
    std::vector<double> means;
    for (const Span span : printed) {
        const Code hi = std::min(span.hi, domain.values());
        means.push_back(span.lo >= hi       ? std::numeric_limits<double>::quiet_NaN()
                        : span.lo + 1 == hi ? static_cast<double>(domain.units(span.lo)) * unit
                                            : (below[hi] - below[span.lo]) / (hi - span.lo));
    }
    return means;
}

}  // namespace

std::vector<NumberColumn> number_columns(const Comparison& input) {
    std::vector<NumberColumn> columns;
    for (std::size_t a = 0; a < input.attributes.size(); ++a) {
        const Domain& domain = input.attributes[a].domain();
        if (!domain.is_numeric()) continue;
        NumberColumn column{a, means_of(input.release.printed[a], domain), means_of(input.original.printed[a], domain)};
        if (standard_deviation(input.original, a, column.of_original) > 0) columns.push_back(std::move(column));
    }
    return columns;
}

std::optional<double> correlation(const Side& side, std::size_t a, const std::vector<double>& of_a, std::size_t b,
                                  const std::vector<double>& of_b) {
    double n = 0, mean_a = 0, mean_b = 0;
    const auto each = [&](auto f) {
        for (std::size_t row = 0; row < side.rows(); ++row) {
            const double x = of_a[side.labels[a][row]], y = of_b[side.labels[b][row]];
            if (!std::isnan(x) && !std::isnan(y)) f(side.weights[row], x, y);
        }
    };
    each([&](double weight, double x, double y) {
        n += weight;
        mean_a += weight * x;
        mean_b += weight * y;
    });
    if (n == 0) return std::nullopt;
    mean_a /= n;
    mean_b /= n;
    double aa = 0, bb = 0, ab = 0;
    each([&](double weight, double x, double y) {
        aa += weight * (x - mean_a) * (x - mean_a);
        bb += weight * (y - mean_b) * (y - mean_b);
        ab += weight * (x - mean_a) * (y - mean_b);
    });
    // What rounding leaves of a constant is no variance.
    const auto varies = [&](double sum, double mean) { return sum > 1e-18 * n * mean * mean; };
    if (!varies(aa, mean_a) || !varies(bb, mean_b)) return std::nullopt;
    return std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0);
}

double standard_deviation(const Side& side, std::size_t attribute, const std::vector<double>& by_label) {
    double n = 0, mean = 0, squares = 0;
    for (std::size_t row = 0; row < side.rows(); ++row)
        if (const double x = by_label[side.labels[attribute][row]]; !std::isnan(x)) {
            n += side.weights[row];
            mean += side.weights[row] * x;
        }
    if (n <= 1) return 0;
    mean /= n;
    for (std::size_t row = 0; row < side.rows(); ++row)
        if (const double x = by_label[side.labels[attribute][row]]; !std::isnan(x))
            squares += side.weights[row] * (x - mean) * (x - mean);
    return std::sqrt(squares / (n - 1));
}

}  // namespace scrim::compare
