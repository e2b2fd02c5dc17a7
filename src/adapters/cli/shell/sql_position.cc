#include "adapters/cli/shell/sql_position.h"

#include <algorithm>
#include <cstdio>

namespace scrim::cli {

void SqlPosition::advance(std::string_view text) {
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            column = 1;
        } else if ((c & 0xc0) != 0x80) {
            ++column;
        }
    }
}

Error at_position(const Error& error, const SqlPosition& start, const std::string& file) {
    if (error.kind == Error::Kind::cancelled) return error;
    Error placed = error;
    std::size_t line = 0, column = 0;
    int length = 0;
    if (std::sscanf(error.message.c_str(), "line %zu, column %zu%n", &line, &column, &length) == 2 && line > 0) {
        if (line == 1) column += start.column - 1;
        line += start.line - 1;
        placed.message = "line " + std::to_string(line) + ", column " + std::to_string(column) +
                         error.message.substr(static_cast<std::size_t>(length));
    } else if (!file.empty()) {
        placed.message = "line " + std::to_string(start.line) + ": " + error.message;
    }
    if (!file.empty()) placed.message = file + ": " + placed.message;
    return placed;
}

bool is_blank_sql(std::string_view text) {
    while (!text.empty()) {
        std::size_t skip = 1;
        if (text.starts_with("--")) {
            skip = text.find('\n');
        } else if (text.starts_with("/*")) {
            skip = text.find("*/", 2);
            if (skip == std::string_view::npos) return false;  // more of it may come
            skip += 2;
        } else if (std::string_view(" \t\r\n\f\v").find(text.front()) == std::string_view::npos) {
            return false;
        }
        text.remove_prefix(std::min(skip, text.size()));
    }
    return true;
}

}  // namespace scrim::cli
