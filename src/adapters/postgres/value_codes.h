// ValueCodes: from the cells of a column to codes: first those of the different values that were met, then the leaves of
// an attribute.
//
//   ValueCodes zip(CellType::text);
//   zip.add(cell);                              // a number for each different value, in order of appearance
//   zip.finish(make attribute of zip.column());  // from then on leaf(cell)
#pragma once

#include "adapters/postgres/server.h"
#include "kernel/core/column.h"
#include "methods/views/recoding/attribute.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scrim::postgres {

class ValueCodes {
public:
    ValueCodes() = default;
    explicit ValueCodes(CellType type) : type_(type) {}

    // Of a row that is to be in column().
    void add(const Cell& cell);
    // Every row's value: whole numbers in their order, text in that of its bytes, NULL last.
    Column column() const;

    // From now on cells are leaves of this attribute, which was made of column()'s values.
    void finish(const views::ViewAttribute& attribute);
    // Nothing for a value that was not there.
    std::optional<Code> leaf(const Cell& cell) const;
    // What values the leaf stands for, as they were read.
    const std::vector<std::string>& values(Code leaf) const { return values_[leaf]; }
    bool has_null() const { return has_null_; }

private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    CellType type_ = CellType::text;
    std::unordered_map<std::int64_t, std::uint32_t> numbers_;                               // value: number, then leaf
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> texts_;       // the same
    std::vector<std::uint32_t> rows_;                                                       // null_number for NULL
    std::vector<std::vector<std::string>> values_;
    Code null_leaf_ = 0;
    bool has_null_ = false;
    static constexpr std::uint32_t null_number = UINT32_MAX;
};

}  // namespace scrim::postgres
