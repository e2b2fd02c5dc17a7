// Segment: the local codes of one chunk of rows in one column, as narrow as its worker's dictionary allowed at that
// moment.
//
// Segments wait until every chunk has been read and the column's domain is known; then assemble() turns them into the
// Column and frees each as it goes, so that no more than two copies of a column's codes exist at once.
#pragma once

#include "kernel/core/column.h"
#include "kernel/encode/domain_builder.h"

#include <cstddef>
#include <span>
#include <vector>

namespace scrim::encode {

struct Segment {
    std::size_t dictionary = 0;  // which worker's dictionary the codes point into
    Column::Codes codes;
};

// `codes`, none above `largest`, in the narrowest of 8, 16 or 32 bits.
Column::Codes pack(std::span<const Code> codes, std::size_t largest);

// The column of all `segments`, which are in row order and are consumed.
Column assemble(const BuiltDomain& built, std::vector<Segment>&& segments);

}  // namespace scrim::encode
