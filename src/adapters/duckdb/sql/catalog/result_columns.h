// Columns of a result, read out of DuckDB: encoded, or as numbers.
#pragma once

#include "adapters/duckdb/sql/catalog/result_encoder.h"

#include <duckdb.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrim::sql {

// These columns, by the encoder that reads files. Throws DuckDB's exceptions.
inline Table encoded_columns(const duckdb::ColumnDataCollection& rows, std::span<const std::size_t> columns,
                             Progress& progress = no_progress()) {
    auto encoded = encode_result(rows, columns, progress);
    if (encoded) return *std::move(encoded);
    if (encoded.error().kind == Error::Kind::cancelled) throw duckdb::InterruptException();
    throw duckdb::InvalidInputException(encoded.error().message);
}
inline Column encoded_column(const duckdb::ColumnDataCollection& rows, std::size_t column) {
    return encoded_columns(rows, {&column, 1})[0];
}

// What a row holds; nothing for NULL.
inline std::optional<std::string> text_at(const Column& column, std::size_t row) {
    const Code code = column[row];
    if (code == column.domain().values()) return std::nullopt;
    return column.domain().label(code);
}

template <class T>
std::vector<T> numbers_of(const duckdb::ColumnDataCollection& collection, std::size_t column) {
    std::vector<T> result;
    for (auto& chunk : collection.Chunks({column})) {
        chunk.data[0].Flatten(chunk.size());
        const T* data = duckdb::FlatVector::GetData<T>(chunk.data[0]);
        result.insert(result.end(), data, data + chunk.size());
    }
    return result;
}

}  // namespace scrim::sql
