// Division: how the rows of a release are divided among several files.
//
// A file holds the rows from its first one to the first of the next, in the order in which a reader sorts them. Which
// rows begin files depends on the released rows alone: whoever sees the files apart learns nothing that the rows do not
// say. Equal rows are in one file.
//
// It also says how values are written, so that every file has the columns' types that one file of all rows would have.
#pragma once

#include "kernel/encode/typed_rows.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrim::planning {

constexpr std::uint64_t most_files = 99'999;  // that five digits number

struct DividedColumn {
    std::string name;
    Domain domain;             // of the rows that begin files; of numbers, also the least and the most of all
    std::vector<Code> starts;  // of each file but the first
};

struct Division {
    std::size_t files = 1;
    std::vector<DividedColumn> columns;
};

// Of the released rows, sorted: about so many records in each file.
Division division_of(const Tuples& released, std::uint64_t records_per_file);

// Released rows, as those of one file are written: sorted, with the kinds that columns have in the whole release.
Result<Tuples> as_released(const Division& division, const encode::TypedRows& rows);
// The rows that belong in each file, with its number; files without any are left out.
std::vector<std::pair<std::size_t, encode::TypedRows>> by_file(const Division& division, const Tuples& rows);

}  // namespace scrim::planning
