#include "adapters/duckdb/files/local_encoder.h"

#include "adapters/duckdb/files/encoder.h"
#include "adapters/duckdb/files/engine_error.h"
#include "adapters/duckdb/files/vector_cells.h"
#include "kernel/core/text.h"

#include <bit>
#include <concepts>
#include <optional>
#include <utility>

namespace scrim::engine {
namespace {

std::optional<encode::ValueType> value_type(duckdb_type type) {
    switch (type) {
        case DUCKDB_TYPE_TINYINT:
        case DUCKDB_TYPE_SMALLINT:
        case DUCKDB_TYPE_INTEGER:
        case DUCKDB_TYPE_BIGINT:
        case DUCKDB_TYPE_UTINYINT:
        case DUCKDB_TYPE_USMALLINT:
        case DUCKDB_TYPE_UINTEGER: return encode::ValueType::integer;
        case DUCKDB_TYPE_DATE: return encode::ValueType::date;
        case DUCKDB_TYPE_TIMESTAMP: return encode::ValueType::timestamp;
        case DUCKDB_TYPE_DOUBLE: return encode::ValueType::real;
        case DUCKDB_TYPE_FLOAT: return encode::ValueType::single;
        case DUCKDB_TYPE_VARCHAR: return encode::ValueType::text;
        default: return std::nullopt;
    }
}

// A cell as its dictionary takes it.
std::uint64_t key(double value) { return std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value); }
std::uint64_t key(float value) { return std::bit_cast<std::uint32_t>(value == 0 ? 0.0f : value); }
std::string_view key(const duckdb_string_t& value) { return text_of(value); }
template <std::integral T>
std::uint64_t key(T value) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

// The local codes of one vector's cells, which are values of T.
template <class T, class Values>
void look_up(duckdb_vector vector, Values& values, bool& has_null, std::vector<Code>& codes) {
    each_cell<T>(vector, codes.size(), [&](std::size_t row, const T* cell) {
        has_null = has_null || !cell;
        codes[row] = cell ? values.add(key(*cell)) : 0;
    });
}

// The same for whatever type the vector has; the chunk is as long as `codes`.
void look_up(duckdb_vector vector, encode::Dictionary& dictionary, std::vector<Code>& codes) {
    const TypeHandle type(duckdb_vector_get_column_type(vector));
    const auto numbers = [&]<class T>(T) {
        look_up<T>(vector, std::get<encode::NumberDictionary>(dictionary.values), dictionary.has_null, codes);
    };
    switch (duckdb_get_type_id(type)) {
        case DUCKDB_TYPE_TINYINT: return numbers(std::int8_t{});
        case DUCKDB_TYPE_SMALLINT: return numbers(std::int16_t{});
        case DUCKDB_TYPE_DATE:
        case DUCKDB_TYPE_INTEGER: return numbers(std::int32_t{});
        case DUCKDB_TYPE_TIMESTAMP:
        case DUCKDB_TYPE_BIGINT: return numbers(std::int64_t{});
        case DUCKDB_TYPE_UTINYINT: return numbers(std::uint8_t{});
        case DUCKDB_TYPE_USMALLINT: return numbers(std::uint16_t{});
        case DUCKDB_TYPE_UINTEGER: return numbers(std::uint32_t{});
        case DUCKDB_TYPE_DOUBLE: return numbers(double{});
        case DUCKDB_TYPE_FLOAT: return numbers(float{});
        case DUCKDB_TYPE_VARCHAR:
            return look_up<duckdb_string_t>(vector, std::get<encode::TextDictionary>(dictionary.values),
                                            dictionary.has_null, codes);
        default:
            throw ErrorOnItsWay(fault_error(format("the encoder was given a vector of DuckDB's type {}",
                                                   static_cast<int>(duckdb_get_type_id(type)))));
    }
}

}  // namespace

bool encodes_natively(duckdb_logical_type type) { return value_type(duckdb_get_type_id(type)).has_value(); }

LocalEncoder::LocalEncoder(std::span<const TypeHandle> types) {
    for (const TypeHandle& type : types) dictionaries_.push_back(empty_dictionary(type));
}

std::span<const Code> LocalEncoder::encode(duckdb_data_chunk chunk, std::size_t column) {
    codes_.resize(duckdb_data_chunk_get_size(chunk));
    look_up(duckdb_data_chunk_get_vector(chunk, column), dictionaries_[column], codes_);
    return codes_;
}

std::size_t LocalEncoder::bytes() const {
    std::size_t sum = 0;
    for (const encode::Dictionary& dictionary : dictionaries_) sum += dictionary.bytes();
    return sum;
}

encode::Dictionary empty_dictionary(duckdb_logical_type type) {
    if (duckdb_get_type_id(type) == DUCKDB_TYPE_VARCHAR) return {encode::TextDictionary()};
    return {encode::NumberDictionary()};
}

Result<encode::BuiltDomain> build_domain(const std::string& column, duckdb_logical_type type,
                                         std::vector<encode::Dictionary>&& dictionaries, ColumnType meant) {
    return encode::build_domain(column, *value_type(duckdb_get_type_id(type)), dictionaries,
                                encode::most_distinct_values, meant);
}

}  // namespace scrim::engine
