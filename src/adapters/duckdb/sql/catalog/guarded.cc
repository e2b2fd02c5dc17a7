#include "adapters/duckdb/sql/catalog/guarded.h"

#include "adapters/duckdb/files/engine_message.h"

#include <string>
#include <utility>

namespace scrim::sql {

Error engine_error(const duckdb::ErrorData& error) {
    std::string message = engine::condense_engine_message(error.RawMessage());
    switch (error.Type()) {
        case duckdb::ExceptionType::INTERRUPT: return cancelled_error();
        case duckdb::ExceptionType::INTERNAL:
        case duckdb::ExceptionType::FATAL: return fault_error(std::move(message));
        case duckdb::ExceptionType::OUT_OF_MEMORY: return input_error("not enough memory: " + message);
        default: return input_error(std::move(message));
    }
}

}  // namespace scrim::sql
