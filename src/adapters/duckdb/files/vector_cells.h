// The cells of DuckDB's vectors. Those that its C API hands out are flat: one value after the other, with a bit for
// each that is not NULL, or no bits where none is.
#pragma once

#include <duckdb.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scrim::engine {

// Good as long as the cell is where it is.
inline std::string_view text_of(const duckdb_string_t& cell) {
    const std::uint32_t length = cell.value.inlined.length;
    return {length <= sizeof cell.value.inlined.inlined ? cell.value.inlined.inlined : cell.value.pointer.ptr, length};
}

// take(row, pointer to the value or null for NULL), row by row.
template <class T, class Take>
void each_cell(duckdb_vector vector, std::size_t rows, Take take) {
    const T* cells = static_cast<const T*>(duckdb_vector_get_data(vector));
    const std::uint64_t* valid = duckdb_vector_get_validity(vector);
    if (!valid) {
        for (std::size_t row = 0; row < rows; ++row) take(row, cells + row);
        return;
    }
    for (std::size_t row = 0; row < rows; ++row) take(row, (valid[row / 64] >> (row % 64) & 1) ? cells + row : nullptr);
}

}  // namespace scrim::engine
