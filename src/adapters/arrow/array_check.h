// What of an Arrow array can be checked before it is believed: counts, lengths, offsets, pointers and the bounds that
// buffers state. How long a buffer of fixed-width cells really is, the interface does not tell.
#pragma once

#include "adapters/arrow/cell_type.h"

#include <cstdint>
#include <string>

namespace scrim::arrow {

// What is wrong with an array of a record batch whose cells up to `needed`, beyond its own offset, are going to be
// read; "" for nothing.
std::string what_is_wrong(const ArrowArray& array, const CellType& type, std::int64_t needed);
// Of the batch itself, which has so many columns.
std::string what_is_wrong(const ArrowArray& batch, std::size_t columns);

}  // namespace scrim::arrow
