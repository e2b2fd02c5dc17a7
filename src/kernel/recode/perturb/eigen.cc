#include "kernel/recode/perturb/eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

constexpr int most_sweeps = 60;

// Turns coordinates p and q so that their entry becomes zero.
void rotate(std::vector<double>& m, std::vector<double>& vectors, std::size_t n, std::size_t p, std::size_t q) {
    const double theta = (m[q * n + q] - m[p * n + p]) / (2 * m[p * n + q]);
    const double tangent = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const double cosine = 1 / std::sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (std::size_t i = 0; i < n; ++i) {
        const double ip = m[i * n + p], iq = m[i * n + q];
        m[i * n + p] = cosine * ip - sine * iq;
        m[i * n + q] = sine * ip + cosine * iq;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const double pi = m[p * n + i], qi = m[q * n + i];
        m[p * n + i] = cosine * pi - sine * qi;
        m[q * n + i] = sine * pi + cosine * qi;
        const double vp = vectors[p * n + i], vq = vectors[q * n + i];
        vectors[p * n + i] = cosine * vp - sine * vq;
        vectors[q * n + i] = sine * vp + cosine * vq;
    }
}

}  // namespace

Eigen eigen(std::vector<double> matrix, std::size_t size) {
    std::vector<double> vectors(size * size, 0.0);
    for (std::size_t i = 0; i < size; ++i) vectors[i * size + i] = 1;
    double scale = 0;
    for (const double entry : matrix) scale += entry * entry;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        double rest = 0;
        for (std::size_t p = 0; p < size; ++p)
            for (std::size_t q = p + 1; q < size; ++q) rest += matrix[p * size + q] * matrix[p * size + q];
        if (rest <= 1e-30 * scale) break;
        for (std::size_t p = 0; p < size; ++p)
            for (std::size_t q = p + 1; q < size; ++q)
                if (matrix[p * size + q] != 0) rotate(matrix, vectors, size, p, q);
    }
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return matrix[a * size + a] > matrix[b * size + b]; });
    Eigen found;
    for (const std::size_t i : order) {
        found.values.push_back(matrix[i * size + i]);
        found.vectors.insert(found.vectors.end(), vectors.begin() + static_cast<std::ptrdiff_t>(i * size),
                             vectors.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
    }
    return found;
}

}  // namespace scrim::recode::perturb
