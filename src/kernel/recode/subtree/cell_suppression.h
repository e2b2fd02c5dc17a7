// Cell suppression: single cells become "*", until on every set of columns that is asked about each class of equal
// cells has records enough. A suppressed cell is a value like any other.
//
//   CellSuppression cells(problem, asked, cuts);       // after global cuts
//   if (cells.suppress()) { cells.restore(); … cells.recoding() … }
#pragma once

#include "kernel/core/int128.h"
#include "kernel/recode/cut.h"
#include "kernel/recode/subtree/asked_columns.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace scrim::recode::subtree {

class CellSuppression {
public:
    // Points into both. Every set is decided by counts alone, and its combinations of values can be numbered in 128
    // bits.
    CellSuppression(const Problem& problem, const std::vector<AskedColumns>& asked, std::vector<Cut> cuts);

    // False where max_level forbids what would be needed.
    bool suppress();
    // Prints suppressed cells again, one by one, while everything holds: in the end none could be by itself.
    void restore();

    std::uint64_t cells() const;  // suppressed, in all records
    Recoding recoding() const;

private:
    struct Hash {
        std::size_t operator()(Uint128 key) const {
            return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 32) ^ static_cast<std::size_t>(key >> 64);
        }
    };
    struct Set {
        std::vector<std::size_t> columns;
        std::uint64_t least = 1;
        std::unordered_map<Uint128, std::uint64_t, Hash> records;  // by the cells of the columns
    };
    // Records that are printed alike.
    struct Row {
        std::vector<std::uint32_t> cells;  // by column of the tuples; `values` of the column where suppressed
        std::vector<Member> members;
        std::uint64_t records = 0;
    };

    Uint128 key(const Row& row, const Set& set) const;
    Uint128 key_with(const Row& row, const Set& set, std::size_t attribute, std::uint32_t cell) const;
    std::uint64_t count(const Set& set, Uint128 key) const;
    bool fails(const Row& row, const Set& set) const { return count(set, key(row, set)) < set.least; }
    bool suppressed(const Row& row, std::size_t attribute) const { return row.cells[attribute] == values_[attribute]; }
    void print(Row& row, std::size_t attribute, std::uint32_t cell);
    std::size_t best_cell(const Row& row) const;
    bool pull_along();
    bool can_restore(const Row& row, std::size_t attribute, std::uint32_t cell) const;

    const Problem& problem_;
    std::vector<Cut> cuts_;
    std::vector<std::uint32_t> values_;                // by column of the tuples: different cells
    std::vector<std::vector<std::uint32_t>> cell_of_;  // by quasi-identifier and code
    std::vector<std::vector<Span>> span_of_;           // by quasi-identifier and cell
    std::vector<char> may_;                            // by quasi-identifier: its cells may be suppressed
    std::vector<Set> sets_;
    std::vector<std::vector<std::size_t>> sets_of_;  // by quasi-identifier
    std::vector<std::uint64_t> asked_for_;           // by quasi-identifier: how often it is in a class that fails
    std::vector<Row> rows_;
};

}  // namespace scrim::recode::subtree
