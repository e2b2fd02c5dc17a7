// CsvWriter: rows of a view as CSV, for people who open it with a spreadsheet: a cell that a spreadsheet would take for
// a formula gets an apostrophe in front. Stops at so many rows or bytes.
#pragma once

#include "scrim/sql.h"

#include <string>
#include <vector>

namespace scrim::server {

class CsvWriter final : public SqlSink {
public:
    CsvWriter(std::uint64_t most_rows, std::size_t most_bytes) : most_rows_(most_rows), most_bytes_(most_bytes) {}

    void columns(std::span<const SqlColumn> columns) override;
    bool row(std::span<const std::optional<std::string>> cells) override;
    void message(std::string_view) override {}

    std::string& text() { return text_; }
    // There were more rows than it took.
    bool more() const { return more_; }

private:
    const std::uint64_t most_rows_;
    const std::size_t most_bytes_;
    std::vector<bool> numbers_;  // columns of numbers, or of intervals of them
    std::string text_;
    std::uint64_t rows_ = 0;
    bool more_ = false;
};

}  // namespace scrim::server
