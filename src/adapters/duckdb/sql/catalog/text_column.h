// Columns of a result, read out of DuckDB: text with its different values, and numbers.
#pragma once

#include "methods/views/recoding/attribute.h"

#include <duckdb.hpp>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace scrim::sql {

// A column of a result as text: the different values, and which of them each row has.
struct TextColumn {
    static constexpr std::uint32_t null = UINT32_MAX;
    std::vector<std::string> values;
    std::vector<std::uint32_t> rows;
    bool has_null = false;

    TextColumn(const duckdb::ColumnDataCollection& collection, std::size_t column) {
        std::unordered_map<std::string, std::uint32_t> seen;
        for (auto& chunk : collection.Chunks({column})) {
            duckdb::Vector texts(duckdb::LogicalType::VARCHAR, std::max<std::size_t>(chunk.size(), 1));
            duckdb::VectorOperations::DefaultCast(chunk.data[0], texts, chunk.size());
            duckdb::UnifiedVectorFormat format;
            texts.ToUnifiedFormat(chunk.size(), format);
            const auto* data = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(format);
            for (std::size_t row = 0; row < chunk.size(); ++row) {
                const auto at = format.sel->get_index(row);
                if (!format.validity.RowIsValid(at)) {
                    has_null = true;
                    rows.push_back(null);
                    continue;
                }
                const auto [found, fresh] =
                    seen.try_emplace(data[at].GetString(), static_cast<std::uint32_t>(values.size()));
                if (fresh) values.push_back(found->first);
                rows.push_back(found->second);
            }
        }
    }

    // The leaf of each row.
    std::vector<Code> codes(const views::ViewAttribute& attribute) const {
        std::vector<Code> of_value;
        for (const std::string& value : values) of_value.push_back(attribute.code_of(value));
        std::vector<Code> codes;
        codes.reserve(rows.size());
        for (const std::uint32_t row : rows) codes.push_back(row == null ? attribute.null_code() : of_value[row]);
        return codes;
    }
};

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
