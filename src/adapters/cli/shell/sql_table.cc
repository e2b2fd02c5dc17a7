#include "adapters/cli/shell/sql_table.h"

#include <algorithm>
#include <iterator>
#include <ostream>

namespace scrim::cli {
namespace {

constexpr std::size_t rows_for_widths = 1'000;
constexpr std::size_t bytes_for_widths = 4 << 20;
constexpr std::size_t widest = 100;  // a longer value pushes the rest of its own line only

}  // namespace

void TableOutput::columns(std::span<const SqlColumn> columns) {
    for (const SqlColumn& column : columns) {
        Column& made = columns_.emplace_back();
        made.name = shown(column.name);
        made.at_right = column.kind == SqlColumn::Kind::number;
        made.hidden = column.hidden_identifier;
        made.width = std::min(made.name.width, widest);
    }
}

bool TableOutput::row(std::span<const std::optional<std::string>> cells) {
    ++rows_;
    std::vector<ShownText> line;
    line.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i])
            line.push_back(shown(*cells[i]));
        else
            line.push_back(columns_[i].hidden ? ShownText{"*", 1} : ShownText{"NULL", 4});
    }
    if (flowing_) {
        print(line);
    } else {
        for (std::size_t i = 0; i < line.size(); ++i) {
            columns_[i].width = std::min(std::max(columns_[i].width, line[i].width), widest);
            first_bytes_ += line[i].text.size();
        }
        first_.push_back(std::move(line));
        if (first_.size() == rows_for_widths || first_bytes_ > bytes_for_widths) print_first();
    }
    return out_.good();
}

void TableOutput::message(std::string_view text) { out_ << shown(text).text << '\n'; }

void TableOutput::finish(bool complete) {
    if (!columns_.empty() && (complete || rows_ > 0)) {
        if (!flowing_) print_first();
        out_ << (complete ? "(" : "(stopped after ") << rows_ << (rows_ == 1 ? " row)\n" : " rows)\n");
    }
    columns_.clear();
    first_.clear();
    first_bytes_ = 0;
    rows_ = 0;
    flowing_ = false;
}

void TableOutput::print_first() {
    std::vector<ShownText> names;
    for (const Column& column : columns_) names.push_back(column.name);
    print(names);
    for (std::size_t i = 0; i < columns_.size(); ++i)
        out_ << (i == 0 ? "" : "+") << std::string(columns_[i].width + 2, '-');
    out_ << '\n';
    for (const std::vector<ShownText>& line : first_) print(line);
    first_.clear();
    first_.shrink_to_fit();
    flowing_ = true;
}

void TableOutput::print(std::span<const ShownText> cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Column& column = columns_[i];
        const std::size_t missing = column.width - std::min(column.width, cells[i].width);
        out_ << (i == 0 ? " " : " | ");
        if (column.at_right) pad(missing);
        out_ << cells[i].text;
        if (!column.at_right && i + 1 < cells.size()) pad(missing);
    }
    out_ << '\n';
}

void TableOutput::pad(std::size_t spaces) { std::fill_n(std::ostreambuf_iterator<char>(out_), spaces, ' '); }

}  // namespace scrim::cli
