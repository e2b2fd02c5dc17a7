// The eigenvalues of a small symmetric matrix.
#pragma once

#include <vector>

namespace scrim::compare {

// Descending. By Jacobi's rotations: for matrices of a few dozen rows. `matrix` is symmetric.
std::vector<double> eigenvalues(std::vector<std::vector<double>> matrix);

}  // namespace scrim::compare
