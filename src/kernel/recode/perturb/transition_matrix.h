// A transition matrix as the user gives it: for each value, the chances with which it becomes each value.
#pragma once

#include "kernel/recode/perturb/chances.h"
#include "kernel/recode/perturbation.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::recode::perturb {

struct TransitionMatrix {
    std::vector<std::string> values;
    std::vector<std::vector<Ratio>> rows;

    // A heading whose cells after the first are the values, then a line for each value, in the same order: the value
    // and its chances. Cells are separated by ';', tab or ','.
    static Result<TransitionMatrix> of_file(std::string_view text);
    // "0.9 0.1; 0.2 0.8". `values` may be empty: for those that occur in the column, in their order.
    static Result<TransitionMatrix> of_text(std::string_view text, std::vector<std::string> values);
};

// The matrix over the codes of a column: its values must be the column's, and every value that occurs must be in it. A
// missing value stays one.
struct BoundMatrix {
    Transition transition;
    std::vector<Chances> chances;     // a row for each value
    std::vector<std::size_t> row_of;  // by code
};
Result<BoundMatrix> bind(const TransitionMatrix& matrix, const RecordColumn& column);

}  // namespace scrim::recode::perturb
