// Microdata of a generalized release: plain values in the place of its labels, each drawn from what its label covers.
//
// For tools that read values only. A value is drawn from its cell by the distribution that the release itself shows
// (shown_shares.h), column by column. Where classes have intervals of numbers by themselves, these are the narrowest,
// and two of a class's records, by chance, get the ends. All of it can be done by any recipient: what is drawn tells
// nothing about the original that the release does not tell, and none of it is anybody's value.
//
// Values that the release names are drawn, and numbers and dates inside intervals. Where a leaf of a hierarchy is drawn
// that the release does not name, the cell keeps its label; where a "*" covers nothing that is named, it is empty.
//
//   SCRIM_TRY(const DrawnCells drawn, draw_cells(rows, columns, random));
#pragma once

#include "kernel/core/random.h"
#include "methods/query/released.h"
#include "scrim/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::querying {

struct DrawnCells {
    struct Of {
        std::string column;
        // Cells that printed several values: those of which one was drawn, that keep their label, that are empty.
        std::uint64_t drawn = 0, labels = 0, empty = 0;
    };
    Table table;              // a row for each record
    std::vector<Of> columns;  // that print labels
};

// `columns` are those of `rows`, in their order, as their reader has them.
Result<DrawnCells> draw_cells(const Tuples& rows, const std::vector<ReleasedColumn>& columns, Random& random);

}  // namespace scrim::querying
