// RowReader: the rows that COPY sends as columns of codes over their domains: kernel/encode's part of reading.
//
// Blocks of local codes wait, as narrow as they can be, until all rows are there and the domains are known.
#pragma once

#include "adapters/libpq/cells/cell_codes.h"
#include "adapters/libpq/cells/copy_rows.h"
#include "kernel/core/tuples.h"
#include "kernel/encode/segment.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace scrim::libpq {

struct ReadColumn {
    std::string name;
    CellType type;
    encode::Meaning meaning;
};

class RowReader {
public:
    // `weighted`: a last field says how often the row occurs. At most about `memory` bytes (0: no limit).
    RowReader(std::vector<ReadColumn> columns, bool weighted, std::size_t memory);

    std::size_t fields() const { return columns_.size() + (weighted_ ? 1 : 0); }
    Result<void> add(std::span<const Field> fields);
    std::uint64_t rows() const { return rows_; }  // each as often as it occurs

    Result<Table> table(const Progress& progress);
    Result<Tuples> tuples(const Progress& progress);

private:
    Result<void> end_block();
    std::size_t bytes() const;

    std::vector<ReadColumn> columns_;
    bool weighted_;
    std::size_t memory_;
    std::vector<CellCodes> cells_;
    std::vector<std::vector<Code>> block_;  // by column, of the rows in hand
    std::vector<std::vector<encode::Segment>> segments_;
    std::vector<std::uint32_t> weights_;
    std::uint64_t rows_ = 0;
};

}  // namespace scrim::libpq
