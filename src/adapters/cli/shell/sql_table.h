// Rows as a table for people:
//
//    name | age
//   ------+-----
//    *    |  20
//    Zoë  | NULL
//   (2 rows)
//
// The first 1,000 rows (fewer when they are long) decide the widths; later ones may be wider and are not cut. A hidden
// identifier is *, numbers stand at the right, and data cannot play with the terminal (shown_text.h).
#pragma once

#include "adapters/cli/shell/sql_output.h"
#include "adapters/cli/shown_text.h"

#include <cstdint>

namespace scrim::cli {

class TableOutput final : public SqlOutput {
public:
    explicit TableOutput(std::ostream& out) : out_(out) {}

    void columns(std::span<const SqlColumn> columns) override;
    bool row(std::span<const std::optional<std::string>> cells) override;
    void message(std::string_view text) override;
    void finish(bool complete) override;

private:
    struct Column {
        ShownText name;
        bool at_right = false, hidden = false;
        std::size_t width = 0;
    };
    void print_first();
    void print(std::span<const ShownText> cells);
    void pad(std::size_t spaces);

    std::ostream& out_;
    std::vector<Column> columns_;  // none: no result
    bool flowing_ = false;         // the widths are decided
    std::vector<std::vector<ShownText>> first_;
    std::size_t first_bytes_ = 0;
    std::uint64_t rows_ = 0;
};

}  // namespace scrim::cli
