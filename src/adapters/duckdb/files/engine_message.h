// DuckDB's messages run over many lines, quote SQL and propose DuckDB options. This makes one line of one, in our
// words.
#pragma once

#include <string>
#include <string_view>

namespace scrim::engine {

// What is said of a CSV file that has no one kind of line end.
inline constexpr std::string_view uneven_line_ends =
    "not well-formed CSV: line ends of different kinds are mixed, or a quoted value does not end";

// `raw` is the message of a DuckDB exception without its type. The result has no subject: the caller puts the file's
// name first.
std::string condense_engine_message(std::string_view raw);

}  // namespace scrim::engine
