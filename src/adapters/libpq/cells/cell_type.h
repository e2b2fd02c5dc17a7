// CellType: what the cells of a PostgreSQL column are, and how COPY sends them.
#pragma once

#include "kernel/encode/domain_builder.h"

#include <cstdint>
#include <optional>

namespace scrim::libpq {

enum class Layout {
    boolean,  // read as the text true or false
    int16,
    int32,
    int64,
    float32,
    float64,
    date,       // days since 2000-01-01
    timestamp,  // microseconds since then; of an instant, in UTC
    numeric,
    text,
    padded,  // char(n): the blanks at its end mean nothing, as PostgreSQL compares it
    uuid,
};

struct CellType {
    Layout layout = Layout::text;
    encode::ValueType value = encode::ValueType::text;
};

// Of the built-in type with this number; nothing for those that a column must not have. An enum is sent as text.
std::optional<CellType> cell_type(std::uint32_t type);

}  // namespace scrim::libpq
