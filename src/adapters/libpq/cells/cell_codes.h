// CellCodes: the cells of one column as local codes, in a dictionary of its own. Cells are kept as COPY sends them; at
// the end the different ones become what a Domain is built from.
#pragma once

#include "adapters/libpq/cells/cell_type.h"
#include "adapters/libpq/cells/copy_rows.h"
#include "kernel/encode/dictionary.h"
#include "kernel/encode/meaning.h"
#include "scrim/result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace scrim::libpq {

class CellCodes {
public:
    explicit CellCodes(const CellType& type);

    // Nothing for a cell that is none of the type.
    std::optional<Code> look_up(const Field& field);

    std::size_t bytes() const { return dictionary_.bytes(); }
    std::size_t size() const { return dictionary_.size(); }
    // The domain of all cells, whose column is named in messages. To be called once.
    Result<encode::BuiltDomain> build(std::string_view column, const encode::Meaning& meaning);

private:
    Result<int> make_decimals(std::string_view column);
    void make_uuids();
    Result<void> check_text(std::string_view column) const;

    CellType type_;
    encode::Dictionary dictionary_;
    std::vector<Code> equal_codes_;  // of decimals: 1.0 and 1.00 are one value
};

}  // namespace scrim::libpq
