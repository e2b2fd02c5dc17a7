#include "adapters/libpq/cells/table_text.h"

namespace scrim::libpq {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) switch (c) {
            case '\\': result += "\\\\"; break;
            case '\t': result += "\\t"; break;
            case '\n': result += "\\n"; break;
            case '\r': result += "\\r"; break;
            default: result += c;
        }
    return result;
}

}  // namespace

TableText::TableText(const Tuples& rows) : rows_(rows) {
    for (std::size_t c = 0; c < rows.table.width(); ++c) {
        const Domain& domain = rows.table[c].domain();
        std::vector<std::string>& column = cells_.emplace_back();
        for (Code code = 0; code < domain.values(); ++code) column.push_back(escaped(domain.label(code)));
        column.push_back("\\N");
    }
}

std::string TableText::next() {
    std::string text;
    for (; at_ < rows_.size() && text.size() < piece_bytes; ++at_, written_ = 0) {
        std::string line;
        for (std::size_t c = 0; c < cells_.size(); ++c) {
            if (c > 0) line += '\t';
            line += cells_[c][rows_.table[c][at_]];
        }
        line += '\n';
        while (written_ < rows_.weights[at_] && text.size() < piece_bytes) {
            text += line;
            ++written_;
        }
        if (written_ < rows_.weights[at_]) break;
    }
    return text;
}

}  // namespace scrim::libpq
