#include "kernel/compare/eigenvalues.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace scrim::compare {

std::vector<double> eigenvalues(std::vector<std::vector<double>> matrix) {
    const std::size_t n = matrix.size();
    const auto rotate = [&](std::size_t p, std::size_t q) {
        const double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < n; ++k) {
            const double x = matrix[k][p], y = matrix[k][q];
            matrix[k][p] = c * x - s * y;
            matrix[k][q] = s * x + c * y;
        }
        for (std::size_t k = 0; k < n; ++k) {
            const double x = matrix[p][k], y = matrix[q][k];
            matrix[p][k] = c * x - s * y;
            matrix[q][k] = s * x + c * y;
        }
    };
    for (int sweep = 0; sweep < 100; ++sweep) {
        double off = 0;
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q) off += std::abs(matrix[p][q]);
        if (off < 1e-14) break;
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q)
                if (matrix[p][q] != 0) rotate(p, q);
    }
    std::vector<double> values;
    for (std::size_t p = 0; p < n; ++p) values.push_back(matrix[p][p]);
    std::sort(values.begin(), values.end(), std::greater<>());
    return values;
}

}  // namespace scrim::compare
