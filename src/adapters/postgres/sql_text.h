// Names and strings in SQL that PostgreSQL reads (with standard_conforming_strings, as the extension pins it).
#pragma once

#include <string>
#include <string_view>

namespace scrim::postgres {

inline std::string between(char quote, std::string_view text) {
    std::string out(1, quote);
    for (const char c : text) {
        if (c == quote) out += c;
        out += c;
    }
    return out + quote;
}
inline std::string sql_name(std::string_view name) { return between('"', name); }
inline std::string sql_string(std::string_view text) { return between('\'', text); }

}  // namespace scrim::postgres
