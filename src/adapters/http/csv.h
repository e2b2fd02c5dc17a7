// CsvWriter: rows of a view as CSV (RFC 4180), for people who open it with a spreadsheet: a cell that a spreadsheet
// would take for a formula gets an apostrophe in front. Stops at so many rows or bytes.
#pragma once

#include "adapters/http/view_reader.h"

#include <string>

namespace scrim::server {

class CsvWriter final : public RowSink {
public:
    CsvWriter(std::uint64_t most_rows, std::size_t most_bytes) : most_rows_(most_rows), most_bytes_(most_bytes) {}

    void columns(std::vector<ViewColumn> columns) override;
    bool row(std::span<const std::optional<std::string>> cells) override;

    std::string& text() { return text_; }
    // There were more rows than it took.
    bool more() const { return more_; }

private:
    const std::uint64_t most_rows_;
    const std::size_t most_bytes_;
    std::vector<ViewColumn> columns_;
    std::string text_;
    std::uint64_t rows_ = 0;
    bool more_ = false;
};

}  // namespace scrim::server
