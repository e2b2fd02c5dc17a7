// The comparisons, as Scrim, DuckDB and the functions that stand for them call them.
#pragma once

#include "views/labels.h"

#include <duckdb.hpp>

namespace scrim {

struct NamedComparison {
    Comparison comparison;
    duckdb::ExpressionType type;
    const char* name;
    Comparison mirrored;
};

inline constexpr NamedComparison named_comparisons[] = {
    {Comparison::equal, duckdb::ExpressionType::COMPARE_EQUAL, "scrim_eq", Comparison::equal},
    {Comparison::differ, duckdb::ExpressionType::COMPARE_NOTEQUAL, "scrim_ne", Comparison::differ},
    {Comparison::less, duckdb::ExpressionType::COMPARE_LESSTHAN, "scrim_lt", Comparison::greater},
    {Comparison::less_equal, duckdb::ExpressionType::COMPARE_LESSTHANOREQUALTO, "scrim_le", Comparison::greater_equal},
    {Comparison::greater, duckdb::ExpressionType::COMPARE_GREATERTHAN, "scrim_gt", Comparison::less},
    {Comparison::greater_equal, duckdb::ExpressionType::COMPARE_GREATERTHANOREQUALTO, "scrim_ge",
     Comparison::less_equal},
};

inline const NamedComparison& named(Comparison comparison) {
    return named_comparisons[static_cast<std::size_t>(comparison)];
}

}  // namespace scrim
