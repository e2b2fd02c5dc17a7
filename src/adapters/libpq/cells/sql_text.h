// Names and texts as PostgreSQL's SQL writes them, whatever they hold. Standard-conforming strings are on in every
// connection of ours.
#pragma once

#include <string>
#include <string_view>

namespace scrim::libpq {

inline std::string doubled(std::string_view text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote) result += quote;
        result += c;
    }
    return result += quote;
}

inline std::string sql_name(std::string_view name) { return doubled(name, '"'); }
inline std::string sql_name(std::string_view schema, std::string_view name) {
    return sql_name(schema) + "." + sql_name(name);
}
inline std::string sql_text(std::string_view text) { return doubled(text, '\''); }

}  // namespace scrim::libpq
