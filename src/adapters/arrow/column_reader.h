// One column of held batches, as codes over its domain.
//
// Blocks of rows, whatever batches they lie in, are looked up in parallel, each by a worker with a dictionary of its
// own (cell_codes.h); kernel/encode unites the dictionaries.
#pragma once

#include "adapters/arrow/held_batches.h"
#include "kernel/core/column.h"
#include "kernel/encode/meaning.h"

namespace scrim::arrow {

// Rows that one worker looks up at a time.
constexpr std::size_t block_rows = std::size_t{1} << 16;

// Tells the progress of as many units as there are rows. Errors name the column.
Result<Column> read_column(const HeldBatches& held, std::size_t column, const encode::Meaning& meaning,
                           Progress& progress);

}  // namespace scrim::arrow
