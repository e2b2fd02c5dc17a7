#include "adapters/duckdb/files/local_encoder.h"

#include "adapters/duckdb/files/encoder.h"

#include <bit>
#include <concepts>
#include <optional>
#include <utility>

namespace scrim::engine {
namespace {

std::optional<ValueType> value_type(const duckdb::LogicalType& type) {
    switch (type.id()) {
        case duckdb::LogicalTypeId::TINYINT:
        case duckdb::LogicalTypeId::SMALLINT:
        case duckdb::LogicalTypeId::INTEGER:
        case duckdb::LogicalTypeId::BIGINT:
        case duckdb::LogicalTypeId::UTINYINT:
        case duckdb::LogicalTypeId::USMALLINT:
        case duckdb::LogicalTypeId::UINTEGER: return ValueType::integer;
        case duckdb::LogicalTypeId::DATE: return ValueType::date;
        case duckdb::LogicalTypeId::TIMESTAMP: return ValueType::timestamp;
        case duckdb::LogicalTypeId::DOUBLE: return ValueType::real;
        case duckdb::LogicalTypeId::FLOAT: return ValueType::single;
        case duckdb::LogicalTypeId::VARCHAR:
        case duckdb::LogicalTypeId::ENUM: return ValueType::text;
        default: return std::nullopt;
    }
}

// A cell as its dictionary takes it.
std::uint64_t key(double value) { return std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value); }
std::uint64_t key(float value) { return std::bit_cast<std::uint32_t>(value == 0 ? 0.0f : value); }
std::string_view key(const duckdb::string_t& value) { return {value.GetData(), value.GetSize()}; }
template <std::integral T>
std::uint64_t key(T value) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

// The local codes of one vector's cells, of the physical type T.
template <class T, class Values>
void look_up(const duckdb::UnifiedVectorFormat& cells, std::size_t rows, Values& values, bool& has_null,
             std::vector<Code>& codes) {
    const T* data = duckdb::UnifiedVectorFormat::GetData<T>(cells);
    if (cells.validity.AllValid()) {
        for (std::size_t row = 0; row < rows; ++row) codes[row] = values.add(key(data[cells.sel->get_index(row)]));
        return;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t index = cells.sel->get_index(row);
        const bool valid = cells.validity.RowIsValid(index);
        has_null = has_null || !valid;
        codes[row] = valid ? values.add(key(data[index])) : 0;
    }
}

// The same for whatever physical type the vector has; the chunk is as long as `codes`.
void look_up(duckdb::Vector& vector, Dictionary& dictionary, std::vector<Code>& codes) {
    duckdb::UnifiedVectorFormat cells;
    vector.ToUnifiedFormat(codes.size(), cells);
    const auto numbers = [&]<class T>(T) {
        look_up<T>(cells, codes.size(), std::get<NumberDictionary>(dictionary.values), dictionary.has_null, codes);
    };
    switch (vector.GetType().InternalType()) {
        case duckdb::PhysicalType::INT8: return numbers(std::int8_t{});
        case duckdb::PhysicalType::INT16: return numbers(std::int16_t{});
        case duckdb::PhysicalType::INT32: return numbers(std::int32_t{});
        case duckdb::PhysicalType::INT64: return numbers(std::int64_t{});
        case duckdb::PhysicalType::UINT8: return numbers(std::uint8_t{});
        case duckdb::PhysicalType::UINT16: return numbers(std::uint16_t{});
        case duckdb::PhysicalType::UINT32: return numbers(std::uint32_t{});
        case duckdb::PhysicalType::DOUBLE: return numbers(double{});
        case duckdb::PhysicalType::FLOAT: return numbers(float{});
        case duckdb::PhysicalType::VARCHAR:
            return look_up<duckdb::string_t>(cells, codes.size(), std::get<TextDictionary>(dictionary.values),
                                             dictionary.has_null, codes);
        default:
            throw duckdb::InternalException("the encoder was given a vector of type %s", vector.GetType().ToString());
    }
}

// An ENUM's positions as the words they stand for; local codes stay what they are.
Dictionary enum_words(const Dictionary& positions, const duckdb::LogicalType& type) {
    TextDictionary words;
    const duckdb::string_t* all =
        duckdb::FlatVector::GetData<duckdb::string_t>(duckdb::EnumType::GetValuesInsertOrder(type));
    for (const std::uint64_t position : std::get<NumberDictionary>(positions.values).values())
        words.add(key(all[position]));
    return {std::move(words), positions.has_null};
}

}  // namespace

bool encodes_natively(const duckdb::LogicalType& type) { return value_type(type).has_value(); }

LocalEncoder::LocalEncoder(std::span<const duckdb::LogicalType> types) {
    for (const duckdb::LogicalType& type : types) dictionaries_.push_back(empty_dictionary(type));
}

std::span<const Code> LocalEncoder::encode(duckdb::DataChunk& chunk, std::size_t column) {
    codes_.resize(chunk.size());
    look_up(chunk.data[column], dictionaries_[column], codes_);
    return codes_;
}

std::size_t LocalEncoder::bytes() const {
    std::size_t sum = 0;
    for (const Dictionary& dictionary : dictionaries_) sum += dictionary.bytes();
    return sum;
}

Dictionary empty_dictionary(const duckdb::LogicalType& type) {
    if (type.InternalType() == duckdb::PhysicalType::VARCHAR) return {TextDictionary()};
    return {NumberDictionary()};
}

Result<BuiltDomain> build_domain(const std::string& column, const duckdb::LogicalType& type,
                                 std::vector<Dictionary>&& dictionaries, ColumnType meant) {
    if (type.id() == duckdb::LogicalTypeId::ENUM)
        for (Dictionary& dictionary : dictionaries) dictionary = enum_words(dictionary, type);
    return build_domain(column, *value_type(type), dictionaries, most_distinct_values, meant);
}

}  // namespace scrim::engine
