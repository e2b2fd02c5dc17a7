#include "adapters/duckdb/files/engine_error.h"

#include "adapters/duckdb/files/engine_message.h"

namespace scrim::engine {

Error engine_error(std::string_view message) {
    constexpr std::string_view mark = "Error: ";
    const std::size_t end = message.find(mark);
    const std::string_view kind = end == std::string_view::npos ? "" : message.substr(0, end);
    std::string said =
        condense_engine_message(end == std::string_view::npos ? message : message.substr(end + mark.size()));
    if (kind == "INTERRUPT ") return cancelled_error();
    if (kind == "INTERNAL " || kind == "FATAL ") return fault_error(std::move(said));
    if (kind == "Out of Memory ") return input_error("not enough memory: " + said);
    return input_error(std::move(said));
}

}  // namespace scrim::engine
