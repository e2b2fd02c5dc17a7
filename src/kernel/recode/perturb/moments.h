// Means, covariances and Cholesky factors of number columns, in floating point: to scale noise by, and to promise
// within which bounds noise leaves them. Whether a bound is kept is decided exactly, elsewhere.
#pragma once

#include "kernel/core/ratio.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace scrim::recode::perturb {

// A square matrix, row by row.
struct Matrix {
    std::size_t size = 0;
    std::vector<double> cells;

    explicit Matrix(std::size_t n) : size(n), cells(n * n, 0) {}
    double& at(std::size_t i, std::size_t j) { return cells[i * size + j]; }
    double at(std::size_t i, std::size_t j) const { return cells[i * size + j]; }
};

struct Moments {
    std::vector<double> means;
    Matrix covariance;                // each over the records that have both values
    std::vector<double> least, most;  // values
    Matrix records;                   // how many those are
};

// columns[c][i]: the value of record i, NaN where it is missing.
Moments moments_of(const std::vector<std::vector<double>>& columns);

// L with L Lᵀ = the matrix, lower triangular; what is no covariance matrix by a rounding error counts as one. Nothing
// where it is none by more.
std::optional<Matrix> cholesky(const Matrix& covariance);

// The least decimal of three digits that is not below a number > 0: 0.012345 gives 0.0124.
Ratio decimal_above(double number);

}  // namespace scrim::recode::perturb
