#include "adapters/http/csv.h"

namespace scrim::server {
namespace {

bool is_formula(const std::string& text, bool number) {
    if (text.empty()) return false;
    const char first = text.front();
    return first == '=' || first == '+' || first == '@' || first == '\t' || first == '\r' || (first == '-' && !number);
}

void add_cell(std::string& out, const std::string& text, bool number) {
    const bool formula = is_formula(text, number);
    if (!formula && text.find_first_of(",\"\r\n") == std::string::npos) {
        out += text;
        return;
    }
    out += '"';
    if (formula) out += '\'';
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    out += '"';
}

}  // namespace

void CsvWriter::columns(std::vector<ViewColumn> columns) {
    columns_ = std::move(columns);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (c > 0) text_ += ',';
        add_cell(text_, columns_[c].name, false);
    }
    text_ += "\r\n";
}

bool CsvWriter::row(std::span<const std::optional<std::string>> cells) {
    if (rows_ == most_rows_ || text_.size() >= most_bytes_) {
        more_ = true;
        return false;
    }
    ++rows_;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (c > 0) text_ += ',';
        if (cells[c]) add_cell(text_, *cells[c], columns_[c].kind == "number");
    }
    text_ += "\r\n";
    return true;
}

}  // namespace scrim::server
