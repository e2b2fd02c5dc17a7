// DuckDB's exceptions as Errors.
#pragma once

#include "scrim/result.h"

#include <duckdb.hpp>

#include <exception>
#include <new>

namespace scrim::sql {

// One line, and whose to mend it is.
Error engine_error(const duckdb::ErrorData& error);

// f(), with exceptions as Errors. f returns a Result.
template <class F>
auto guarded(F f) -> decltype(f()) {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return input_error("not enough memory");
    } catch (const std::exception& exception) {
        return engine_error(duckdb::ErrorData(exception));
    }
}

}  // namespace scrim::sql
