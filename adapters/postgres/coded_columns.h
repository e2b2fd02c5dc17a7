// CodedColumns: columns of a view's rows that have few different values, as codes beside the rows' places, so that these
// rows need not be fetched from the table.
#pragma once

#include "adapters/postgres/row_places.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "base_query.h"
#include "datum_codes.h"

namespace scrim::postgres {

class CodedColumns {
public:
    CodedColumns() = default;
    CodedColumns(const CodedColumns&) = delete;
    CodedColumns& operator=(const CodedColumns&) = delete;
    ~CodedColumns();

    struct Column {
        std::vector<std::uint16_t> codes;        // by row; 0 for NULL
        std::vector<Datum> values;               // by code, of a column that is handed through
        std::vector<const std::string*> labels;  // by code, of nodes
    };
    // Null for one that is not coded.
    const Column* find(std::size_t shown) const {
        const auto found = columns_.find(shown);
        return found == columns_.end() ? nullptr : &found->second;
    }
    // Whether reading all rows once more might code all of these columns of View::shown().
    bool may_code(const std::vector<std::size_t>& shown, std::size_t rows) const;
    // Reads them; a column with too many values, or with long ones, is left out for good.
    void code(const std::vector<std::size_t>& shown, const PlacedView& placed, const RowPlaces& places, Oid owner,
              Snapshot snapshot, MemoryContext scratch);

private:
    static constexpr std::size_t most_bytes = std::size_t{16} << 20;

    std::map<std::size_t, Column> columns_;
    std::set<std::size_t> refused_;
    MemoryContext values_ = nullptr;
};

}  // namespace scrim::postgres
