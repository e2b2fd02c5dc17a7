#include "adapters/cli/shell/sql_csv.h"

#include "adapters/cli/shown_text.h"

#include <ostream>

namespace scrim::cli {
namespace {

void write_field(std::ostream& out, std::string_view text) {
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out << text;
        return;
    }
    out << '"';
    for (const char c : text) {
        if (c == '"') out << '"';
        out << c;
    }
    out << '"';
}

}  // namespace

void CsvOutput::columns(std::span<const SqlColumn> columns) {
    if (any_) out_ << '\n';
    any_ = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) out_ << ',';
        write_field(out_, columns[i].name);
    }
    out_ << '\n';
}

bool CsvOutput::row(std::span<const std::optional<std::string>> cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) out_ << ',';
        if (cells[i]) write_field(out_, *cells[i]);
    }
    out_ << '\n';
    return out_.good();
}

void CsvOutput::message(std::string_view text) { err_ << shown(text).text << '\n'; }

}  // namespace scrim::cli
