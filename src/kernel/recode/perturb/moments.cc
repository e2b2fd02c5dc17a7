#include "kernel/recode/perturb/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrim::recode::perturb {
namespace {

// Of the records that have both values: two passes, so that large means lose no digits.
void add_pair(const std::vector<double>& x, const std::vector<double>& y, double& covariance, double& records) {
    double sum_x = 0, sum_y = 0, count = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (std::isnan(x[i]) || std::isnan(y[i])) continue;
        sum_x += x[i];
        sum_y += y[i];
        count += 1;
    }
    records = count;
    covariance = 0;
    if (count == 0) return;
    const double mean_x = sum_x / count, mean_y = sum_y / count;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!std::isnan(x[i]) && !std::isnan(y[i])) covariance += (x[i] - mean_x) * (y[i] - mean_y);
    covariance /= count;
}

}  // namespace

Moments moments_of(const std::vector<std::vector<double>>& columns) {
    const std::size_t n = columns.size();
    Moments made{{}, Matrix(n), {}, {}, Matrix(n)};
    for (std::size_t a = 0; a < n; ++a) {
        double sum = 0, count = 0, least = std::numeric_limits<double>::infinity(), most = -least;
        for (const double value : columns[a]) {
            if (std::isnan(value)) continue;
            sum += value;
            count += 1;
            least = std::min(least, value);
            most = std::max(most, value);
        }
        made.means.push_back(count > 0 ? sum / count : 0);
        made.least.push_back(least);
        made.most.push_back(most);
        for (std::size_t b = 0; b <= a; ++b) {
            add_pair(columns[a], columns[b], made.covariance.at(a, b), made.records.at(a, b));
            made.covariance.at(b, a) = made.covariance.at(a, b);
            made.records.at(b, a) = made.records.at(a, b);
        }
    }
    return made;
}

std::optional<Matrix> cholesky(const Matrix& covariance) {
    const std::size_t n = covariance.size;
    Matrix lower(n);
    for (std::size_t j = 0; j < n; ++j) {
        double left = covariance.at(j, j);
        for (std::size_t k = 0; k < j; ++k) left -= lower.at(j, k) * lower.at(j, k);
        const double slack = 1e-9 * covariance.at(j, j);
        if (left < -slack) return std::nullopt;
        // A column that others determine has no noise of its own.
        const double diagonal = left > slack ? std::sqrt(left) : 0;
        lower.at(j, j) = diagonal;
        for (std::size_t i = j + 1; i < n; ++i) {
            double rest = covariance.at(i, j);
            for (std::size_t k = 0; k < j; ++k) rest -= lower.at(i, k) * lower.at(j, k);
            if (diagonal > 0)
                lower.at(i, j) = rest / diagonal;
            else if (std::abs(rest) > 1e-6 * std::sqrt(covariance.at(i, i) * covariance.at(j, j)))
                return std::nullopt;
        }
    }
    return lower;
}

Ratio decimal_above(double number) {
    int exponent = static_cast<int>(std::floor(std::log10(number))) - 2;
    exponent = std::clamp(exponent, -24, 24);
    const double digits = std::ceil(number / std::pow(10.0, exponent) * (1 + 1e-12));
    Int128 power = 1;
    for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
    const auto above = static_cast<Int128>(digits);
    return (exponent < 0 ? Ratio(above, power) : Ratio(above * power)).reduced();
}

}  // namespace scrim::recode::perturb
