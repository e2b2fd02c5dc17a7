// The items of lists as an array of their own type: categories are written as the values that they are, floating-point
// numbers of 16 bits as those of 32, views of text as text.
#pragma once

#include "adapters/arrow/cell_type.h"
#include "adapters/arrow/exported.h"
#include "adapters/arrow/written_text.h"
#include "kernel/encode/dictionary.h"

#include <cstddef>
#include <string>
#include <vector>

namespace scrim::arrow {

class WrittenItems {
public:
    // `values` as CellCodes keeps them; `schema` is that of the items, of which an array has at most so many.
    WrittenItems(const ArrowSchema& schema, const CellType& type, const encode::Dictionary& values,
                 std::size_t most_items);

    const char* format() const { return format_.c_str(); }
    // The cells with these codes; 0 is NULL.
    OwnedArray cells(const std::vector<Code>& codes) const;

private:
    std::string format_;
    bool large_ = false;
    std::size_t width_ = 0;  // of a cell, in bytes; 0 for text, bits and nothing but NULL
    Layout layout_ = Layout::none;
    std::vector<std::string> values_;  // [code - 1]: the bytes of a cell, or its text
};

}  // namespace scrim::arrow
