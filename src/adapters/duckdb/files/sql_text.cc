#include "adapters/duckdb/files/sql_text.h"

namespace scrim::engine {
namespace {

std::string enclosed(std::string_view text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote) result += quote;
        result += c;
    }
    return result += quote;
}

}  // namespace

std::string sql_text(std::string_view text) { return enclosed(text, '\''); }
std::string sql_name(std::string_view name) { return enclosed(name, '"'); }

}  // namespace scrim::engine
