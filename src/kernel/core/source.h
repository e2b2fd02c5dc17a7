// TableSource: how the library reads a table, whatever holds it. The engine implements it.
#pragma once

#include "kernel/core/tuples.h"
#include "scrim/result.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrim {

class TableSource {
public:
    virtual ~TableSource() = default;
    // What messages call it: a file name, or "table t of file.db".
    virtual const std::string& name() const = 0;
    virtual const std::vector<std::string>& columns() const = 0;
    bool has(std::string_view column) const {
        return std::find(columns().begin(), columns().end(), column) != columns().end();
    }
    // The named columns, dictionary-encoded: numbers and dates ordered by value, text alphabetically.
    virtual Result<Table> read(std::span<const std::string> columns, Progress& progress) = 0;
    // The different rows of the named columns with how often each occurs, sorted, encoded as read() does. Holds no more
    // than the different rows in memory, at most about `memory` bytes (0: no limit), and refuses when they do not fit.
    // Of no columns: one row of none, as often as there are rows.
    virtual Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t memory,
                                       Progress& progress) = 0;
    // Where the source differs from what would be written for `rows`, which are all of its columns in their order: a
    // value spelled, quoted or typed in another way. "" where it does not.
    virtual Result<std::string> why_not_as_written(const Table& rows, Progress& progress) = 0;
    // Holds different rows with weights, so that read_tuples() costs less than read(), which repeats them.
    virtual bool weighted() const { return false; }
    // The column's values are text in the source, whatever they look like.
    virtual bool holds_text(std::string_view) const { return false; }
    // What its file holds besides its rows, where nobody would look for it; "" for nothing.
    virtual Result<std::string> beside_rows() { return std::string(); }
};

}  // namespace scrim
