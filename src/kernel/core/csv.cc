#include "kernel/core/csv.h"

namespace scrim {
namespace {

void add_csv_field(std::string& out, std::string_view text) {
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    out += '"';
}

}  // namespace

void add_csv_row(std::string& out, std::span<const std::optional<std::string>> cells, std::string_view line_end) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) out += ',';
        if (cells[i]) add_csv_field(out, *cells[i]);
    }
    out += line_end;
}

}  // namespace scrim
