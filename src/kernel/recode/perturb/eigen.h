// Eigenvectors of a small symmetric matrix, by Jacobi's rotations.
#pragma once

#include <cstddef>
#include <vector>

namespace scrim::recode::perturb {

struct Eigen {
    std::vector<double> values;   // descending
    std::vector<double> vectors;  // vector i is the i-th row: orthogonal, of length 1
};

// `matrix` has `size` rows of `size` entries.
Eigen eigen(std::vector<double> matrix, std::size_t size);

}  // namespace scrim::recode::perturb
