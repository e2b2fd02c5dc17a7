// Handles: what DuckDB's C API hands out, given back when its owner goes.
//
//   StatementHandle statement;
//   if (duckdb_prepare(connection, sql.c_str(), statement.out()) != DuckDBSuccess)
//       return engine_error(duckdb_prepare_error(statement));
//
// A handle is empty until out() has let a function of DuckDB's fill it; it converts to what those functions take.
#pragma once

#include <duckdb.h>

#include <type_traits>
#include <utility>

namespace scrim::engine {

template <class T, auto give_back>
class Handle {
public:
    Handle() = default;
    explicit Handle(T owned) : owned_(owned) {}
    Handle(Handle&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(owned_, other.owned_);
        return *this;
    }
    ~Handle() {
        if (!owned_) return;
        if constexpr (std::is_invocable_v<decltype(give_back), T*>)
            give_back(&owned_);
        else
            give_back(owned_);
    }

    operator T() const { return owned_; }
    T* out() { return &owned_; }

private:
    T owned_ = nullptr;
};

using ConfigHandle = Handle<duckdb_config, duckdb_destroy_config>;
using EngineHandle = Handle<duckdb_database, duckdb_close>;
using ConnectionHandle = Handle<duckdb_connection, duckdb_disconnect>;
using StatementHandle = Handle<duckdb_prepared_statement, duckdb_destroy_prepare>;
using PendingHandle = Handle<duckdb_pending_result, duckdb_destroy_pending>;
using TypeHandle = Handle<duckdb_logical_type, duckdb_destroy_logical_type>;
using ChunkHandle = Handle<duckdb_data_chunk, duckdb_destroy_data_chunk>;
using VectorHandle = Handle<duckdb_vector, duckdb_destroy_vector>;
using SelectionHandle = Handle<duckdb_selection_vector, duckdb_destroy_selection_vector>;
using ScalarFunctionHandle = Handle<duckdb_scalar_function, duckdb_destroy_scalar_function>;
using TableFunctionHandle = Handle<duckdb_table_function, duckdb_destroy_table_function>;

inline void give_back_text(char** text) { duckdb_free(*text); }
using TextHandle = Handle<char*, give_back_text>;

// The result of a query, which DuckDB fills in place.
class ResultHandle {
public:
    ResultHandle() = default;
    ResultHandle(const ResultHandle&) = delete;
    ResultHandle& operator=(const ResultHandle&) = delete;
    ~ResultHandle() { duckdb_destroy_result(&result_); }

    duckdb_result* out() { return &result_; }
    const duckdb_result& get() const { return result_; }

private:
    duckdb_result result_{};
};

}  // namespace scrim::engine
