#include "server/csv.h"

namespace scrim::server {
namespace {

void add_cell(std::string& out, const std::string& text, bool number) {
    const bool formula =
        !number && !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string::npos;
    const bool quote = formula || text.find_first_of(",\"\r\n") != std::string::npos;
    if (!quote) {
        out += text;
        return;
    }
    out += '"';
    if (formula) out += '\'';
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    out += '"';
}

}  // namespace

std::string csv_of(const ViewRows& rows) {
    std::string out;
    for (std::size_t c = 0; c < rows.columns.size(); ++c) {
        if (c > 0) out += ',';
        add_cell(out, rows.columns[c].name, false);
    }
    out += "\r\n";
    for (const auto& row : rows.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) out += ',';
            if (row[c]) add_cell(out, *row[c], rows.columns[c].kind == "number");
        }
        out += "\r\n";
    }
    return out;
}

}  // namespace scrim::server
