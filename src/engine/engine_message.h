// DuckDB's messages run over many lines, quote SQL and propose DuckDB options. This makes one line of one, in our
// words.
#pragma once

#include <string>
#include <string_view>

namespace scrim {

// `raw` is the message of a DuckDB exception without its type. The result has no subject: the caller puts the file's
// name first.
std::string condense_engine_message(std::string_view raw);

}  // namespace scrim
