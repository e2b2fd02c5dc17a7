// ValueCodes: from the cells of a column to codes: first those of the different values that were met, then the leaves
// of an attribute.
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
    static constexpr std::uint32_t null_number = UINT32_MAX;

    // The different texts, numbered in order of appearance; a number lives in a table of open addressing.
    class Texts {
    public:
        std::uint32_t add(std::string_view text);
        std::uint32_t find(std::string_view text) const;  // null_number for one that is not there
        const std::vector<std::string>& all() const { return texts_; }

    private:
        struct Slot {
            std::uint32_t tag = 0, number = null_number;
        };
        std::size_t slot_of(std::string_view text, std::size_t hash) const;

        std::vector<Slot> slots_ = std::vector<Slot>(64);
        std::vector<std::string> texts_;
    };

    CellType type_ = CellType::text;
    std::unordered_map<std::int64_t, std::uint32_t> numbers_;  // value: number, then leaf
    Texts texts_;
    std::vector<Code> leaf_of_text_;   // once it is finished
    std::vector<std::uint32_t> rows_;  // null_number for NULL
    std::vector<std::vector<std::string>> values_;
    Code null_leaf_ = 0;
    bool has_null_ = false;
};

}  // namespace scrim::postgres
