#include "adapters/libpq/cells/cell_type.h"

namespace scrim::libpq {

// The numbers are PostgreSQL's for ever (pg_type.dat).
std::optional<CellType> cell_type(std::uint32_t type) {
    using encode::ValueType;
    switch (type) {
        case 16: return CellType{Layout::boolean, ValueType::text};
        case 19: return CellType{Layout::text, ValueType::text};  // name
        case 20: return CellType{Layout::int64, ValueType::integer};
        case 21: return CellType{Layout::int16, ValueType::integer};
        case 23: return CellType{Layout::int32, ValueType::integer};
        case 25: return CellType{Layout::text, ValueType::text};
        case 700: return CellType{Layout::float32, ValueType::single};
        case 701: return CellType{Layout::float64, ValueType::real};
        case 1042: return CellType{Layout::padded, ValueType::text};
        case 1043: return CellType{Layout::text, ValueType::text};  // varchar
        case 1082: return CellType{Layout::date, ValueType::date};
        case 1114:
        case 1184: return CellType{Layout::timestamp, ValueType::timestamp};
        case 1700: return CellType{Layout::numeric, ValueType::decimal};
        case 2950: return CellType{Layout::uuid, ValueType::text};
        default: return std::nullopt;
    }
}

}  // namespace scrim::libpq
