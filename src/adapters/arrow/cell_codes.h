// CellCodes: cells of Arrow arrays as local codes, in a dictionary of its own. Every worker has one for each column.
//
// A cell is hashed once; of a dictionary-encoded column only the dictionary's values are, when an index first asks for
// them, and rows are looked up by their index. Values are kept as the arrays hold them: canonical.h makes of the
// different ones what a Domain is built from.
//
// A list is a value by itself, told from others by the codes of its items: list_text.h makes text of it.
#pragma once

#include "adapters/arrow/cell_type.h"
#include "kernel/encode/dictionary.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace scrim::arrow {

class CellCodes {
public:
    explicit CellCodes(const CellType& type);

    // The codes of the cells from `first` on, the array's own offset included, into `codes`. What is wrong with them,
    // or null: an index that its dictionary does not have, offsets that are not ascending.
    const char* look_up(const ArrowArray& array, std::int64_t first, std::span<Code> codes);

    encode::Dictionary& dictionary() { return dictionary_; }
    // Of columns of lists: their items, and the items' codes of the lists in dictionary().
    encode::Dictionary& items() { return items_->dictionary_; }

private:
    const char* look_up_indexed(const ArrowArray& array, std::int64_t first, std::span<Code> codes);
    const char* look_up_lists(const ArrowArray& array, std::int64_t first, std::span<Code> codes);

    CellType type_;
    encode::Dictionary dictionary_;
    std::unique_ptr<CellCodes> items_;
    std::vector<Code> codes_of_items_;  // of one list
    // The codes of the values of the Arrow dictionary in hand, for its indexes that were met.
    ArrowArray indexed_{};
    std::vector<Code> code_of_index_;
};

}  // namespace scrim::arrow
