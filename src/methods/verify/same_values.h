// One table in the terms of another: the same values under the other's codes.
#pragma once

#include "kernel/core/tuples.h"

#include <string>
#include <vector>

namespace scrim::verifier {

inline constexpr Code no_code = UINT32_MAX;

// For each value of `from`, the code of the same value in `to`; no_code where there is none. NULL is NULL.
std::vector<Code> same_values(const Domain& from, const Domain& to);

// How a column is recoded: codes[old] over a domain.
struct Recoded {
    std::vector<Code> codes;
    DomainPtr domain;
};
// The rows under new codes, a Recoded per column, sorted anew. Rows that hold a value without a code are left out.
Tuples in_terms_of(const Tuples& tuples, const std::vector<Recoded>& columns);

// Orders two rows by their first columns, which have the same domains.
int compare_rows(const Table& a, std::size_t i, const Table& b, std::size_t j, std::size_t columns);
// "age [20, 29], disease flu"
std::string row_text(const Table& table, std::size_t row);
// The columns begin, …, end - 1.
std::vector<std::size_t> columns_between(std::size_t begin, std::size_t end);

}  // namespace scrim::verifier
