// Table: named columns of equal length.
#pragma once

#include "kernel/core/column.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim {

class Table {
public:
    // All columns have equal length and different names.
    void add(std::string name, Column column) {
        names_.push_back(std::move(name));
        columns_.push_back(std::move(column));
    }

    std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
    std::size_t width() const { return columns_.size(); }
    const std::string& name(std::size_t column) const { return names_[column]; }
    const std::vector<std::string>& names() const { return names_; }
    const Column& operator[](std::size_t column) const { return columns_[column]; }
    // Moves a column out; the table must not be used for anything but taking the others afterwards.
    Column take(std::size_t column) { return std::move(columns_[column]); }
    std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (names_[i] == name) return i;
        return std::nullopt;
    }
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Column& column : columns_) sum += column.bytes();
        return sum;
    }

private:
    std::vector<std::string> names_;
    std::vector<Column> columns_;
};

}  // namespace scrim
