#include "adapters/http/csv.h"

#include "kernel/core/csv.h"

namespace scrim::server {
namespace {

bool is_formula(const std::string& text, bool number) {
    if (text.empty()) return false;
    const char first = text.front();
    return first == '=' || first == '+' || first == '@' || first == '\t' || first == '\r' || (first == '-' && !number);
}

std::string no_formula(const std::string& text, bool number) { return is_formula(text, number) ? "'" + text : text; }

}  // namespace

void CsvWriter::columns(std::span<const SqlColumn> columns) {
    std::vector<std::optional<std::string>> names;
    for (const SqlColumn& column : columns) {
        names.push_back(no_formula(column.name, false));
        numbers_.push_back(column.kind == SqlColumn::Kind::number || column.of_numbers);
    }
    add_csv_row(text_, names);
}

bool CsvWriter::row(std::span<const std::optional<std::string>> cells) {
    if (rows_ == most_rows_ || text_.size() >= most_bytes_) {
        more_ = true;
        return false;
    }
    ++rows_;
    std::vector<std::optional<std::string>> safe(cells.begin(), cells.end());
    for (std::size_t c = 0; c < safe.size(); ++c)
        if (safe[c]) safe[c] = no_formula(*safe[c], numbers_[c]);
    add_csv_row(text_, safe);
    return true;
}

}  // namespace scrim::server
