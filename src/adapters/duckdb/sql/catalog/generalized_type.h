// The DuckDB type of a generalized column: an ENUM of its labels in the order of their spans, so that ORDER BY follows
// the spans and GROUP BY the labels. Comparisons find the labels again by the type.
#pragma once

#include "methods/views/recoding/labels.h"

#include <duckdb.hpp>

#include <memory>

namespace scrim::sql {

duckdb::LogicalType generalized_type(const std::shared_ptr<const views::Labels>& labels);
// The labels of such a type, null for any other. They live as long as somebody holds them.
std::shared_ptr<const views::Labels> labels_of(const duckdb::LogicalType& type);

// Writes label numbers into an ENUM vector, whatever its width.
class LabelWriter {
public:
    explicit LabelWriter(duckdb::Vector& vector);
    void set(std::size_t row, views::LabelId label);

private:
    duckdb::data_ptr_t data_;
    std::size_t width_;
};

// The label numbers of an ENUM vector.
class LabelReader {
public:
    LabelReader(duckdb::Vector& vector, std::size_t count);
    bool is_null(std::size_t row) const { return !format_.validity.RowIsValid(format_.sel->get_index(row)); }
    views::LabelId get(std::size_t row) const;

private:
    duckdb::UnifiedVectorFormat format_;
    std::size_t width_;
};

}  // namespace scrim::sql
