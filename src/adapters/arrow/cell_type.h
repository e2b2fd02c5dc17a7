// CellType: what the cells of an Arrow column are, and where they lie.
#pragma once

#include "kernel/encode/domain_builder.h"
#include "scrim/arrow_abi.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace scrim::arrow {

// How cells lie in their array's buffers.
enum class Layout {
    none,  // every cell is NULL
    bits,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    float32,
    float64,
    bytes4,  // integers of so many bytes, lowest first
    bytes8,
    bytes16,
    bytes32,
    text,        // offsets of 32 bits
    large_text,  // offsets of 64 bits
    text_view,
};

bool is_index(Layout layout);

// What has to be done to the values that an array holds until they are of the ValueType.
enum class Unit {
    as_is,
    day_of_milliseconds,  // dates that count milliseconds
    second,               // timestamps
    millisecond,
    nanosecond,
    time_of_seconds,  // times of day, which are read as text
    time_of_milliseconds,
    time_of_microseconds,
    time_of_nanoseconds,
};

// How lists lie: where their items are in the array of all items.
enum class Lists {
    one_after_another,        // offsets of 32 bits
    large_one_after_another,  // offsets of 64 bits
    of_one_length,
    views,  // offsets and lengths of 32 bits, in any order
    large_views,
};

struct CellType {
    Layout layout = Layout::none;
    encode::ValueType value = encode::ValueType::text;
    Unit unit = Unit::as_is;
    int scale = 0;                     // of decimals; may be negative
    std::optional<Layout> index = {};  // of dictionary-encoded columns; the rest is about the dictionary
    std::optional<Lists> lists = {};   // of columns of lists; the rest is about their items
    std::int64_t length = 0;           // of lists that have one

    CellType of_items() const;
};

// Refuses types that no column may have; `column` is named.
Result<CellType> cell_type(const ArrowSchema& schema, std::string_view column);

}  // namespace scrim::arrow
