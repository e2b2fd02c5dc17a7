// Tables of ours as Arrow streams: 64-bit integers or decimals, dates, timestamps in microseconds, text; NULL as NULL.
//
//   ArrowArrayStream stream;
//   write_stream(tuples, TextAs::dictionary, &stream);   // each tuple as often as it occurs
//
// Rows are made batch by batch, as they are asked for. Batches stay good without the stream, columns without their
// batch.
#pragma once

#include "kernel/core/tuples.h"
#include "scrim/arrow_abi.h"

#include <cstddef>

namespace scrim::arrow {

constexpr std::size_t most_batch_rows = std::size_t{1} << 16;

enum class TextAs {
    dictionary,  // 32-bit indexes into the column's values, which are the same memory in every batch
    plain,       // each cell by itself
};

// Into `out`, which is not looked at.
void write_stream(Tuples rows, TextAs text, ArrowArrayStream* out);
void write_stream(Table rows, TextAs text, ArrowArrayStream* out);

}  // namespace scrim::arrow
