#include "adapters/duckdb/files/row_tap.h"

#include "adapters/duckdb/files/query_stream.h"
#include "kernel/core/text.h"

#include <cstring>
#include <exception>
#include <mutex>
#include <vector>

namespace scrim::engine {
namespace {

constexpr const char* tap_name = "scrim_tap";

// Who takes the rows of a query.
struct Tap {
    std::size_t columns = 0;
    TakeRows take;
    std::mutex mutex;
    std::exception_ptr thrown;  // by take, first of all
};

// No exception leaves it: those who call are C.
void take_rows(duckdb_function_info call, duckdb_data_chunk rows, duckdb_vector result) {
    auto* const tap = static_cast<Tap*>(*static_cast<void**>(duckdb_scalar_function_get_extra_info(call)));
    if (!tap || duckdb_data_chunk_get_column_count(rows) != tap->columns)
        return duckdb_scalar_function_set_error(call, "this function is not for queries");
    try {
        tap->take(rows);
        std::memset(duckdb_vector_get_data(result), 0, duckdb_data_chunk_get_size(rows));
    } catch (...) {
        const std::lock_guard lock(tap->mutex);
        if (!tap->thrown) tap->thrown = std::current_exception();
        duckdb_scalar_function_set_error(call, "the rows were not taken");
    }
}

duckdb_state add_tap(duckdb_connection connection, const std::string& name, void** subject) {
    const ScalarFunctionHandle function(duckdb_create_scalar_function());
    const TypeHandle any(duckdb_create_logical_type(DUCKDB_TYPE_ANY));
    const TypeHandle nothing(duckdb_create_logical_type(DUCKDB_TYPE_UTINYINT));
    duckdb_scalar_function_set_name(function, name.c_str());
    duckdb_scalar_function_set_varargs(function, any);
    duckdb_scalar_function_set_return_type(function, nothing);
    duckdb_scalar_function_set_volatile(function);  // for every row, and never ahead of time
    duckdb_scalar_function_set_special_handling(function);
    duckdb_scalar_function_set_extra_info(function, subject, nullptr);
    duckdb_scalar_function_set_function(function, take_rows);
    return duckdb_register_scalar_function(connection, function);
}

}  // namespace

Result<void> tap_rows(Database& database, const std::string& sql, std::size_t columns, TakeRows take,
                      const Progress& progress) {
    const auto tap = std::make_shared<Tap>();
    tap->columns = columns;
    tap->take = std::move(take);
    SCRIM_CHECK(database.define(tap_name, add_tap));
    database.set_subject(tap_name, tap);
    std::vector<std::string> names;
    for (std::size_t c = 0; c < columns; ++c) names.push_back(format("c{}", c));
    const std::string list = join(names, ", ");
    const auto run = [&]() -> Result<void> {
        SCRIM_TRY(const auto stream,
                  QueryStream::start(database.connection(),
                                     format("SELECT sum({}({})) FROM ({}) AS tapped({})", tap_name, list, sql, list),
                                     progress));
        (void)stream->fetch();
        return stream->check();
    };
    const Result<void> ran = run();
    database.set_subject(tap_name, nullptr);
    if (tap->thrown) std::rethrow_exception(tap->thrown);
    return ran;
}

}  // namespace scrim::engine
