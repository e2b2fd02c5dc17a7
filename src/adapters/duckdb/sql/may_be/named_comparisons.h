// The comparisons, as Scrim, DuckDB and the functions that stand for them call them.
#pragma once

#include "methods/views/recoding/labels.h"

#include <duckdb.hpp>

namespace scrim::sql {

struct NamedComparison {
    views::Comparison comparison;
    duckdb::ExpressionType type;
    const char* name;
    views::Comparison mirrored;
};

inline constexpr NamedComparison named_comparisons[] = {
    {views::Comparison::equal, duckdb::ExpressionType::COMPARE_EQUAL, "scrim_eq", views::Comparison::equal},
    {views::Comparison::differ, duckdb::ExpressionType::COMPARE_NOTEQUAL, "scrim_ne", views::Comparison::differ},
    {views::Comparison::less, duckdb::ExpressionType::COMPARE_LESSTHAN, "scrim_lt", views::Comparison::greater},
    {views::Comparison::less_equal, duckdb::ExpressionType::COMPARE_LESSTHANOREQUALTO, "scrim_le",
     views::Comparison::greater_equal},
    {views::Comparison::greater, duckdb::ExpressionType::COMPARE_GREATERTHAN, "scrim_gt", views::Comparison::less},
    {views::Comparison::greater_equal, duckdb::ExpressionType::COMPARE_GREATERTHANOREQUALTO, "scrim_ge",
     views::Comparison::less_equal},
};

inline const NamedComparison& named(views::Comparison comparison) {
    return named_comparisons[static_cast<std::size_t>(comparison)];
}

}  // namespace scrim::sql
