// From values as Arrow's arrays hold them to values as a Domain is built from them: days, microseconds, decimals of 16
// bytes, times of day as text. Only the different values of a column are converted.
#pragma once

#include "adapters/arrow/cell_type.h"
#include "kernel/encode/dictionary.h"
#include "scrim/result.h"

#include <string_view>
#include <vector>

namespace scrim::arrow {

struct Canonical {
    std::vector<encode::Dictionary> dictionaries;  // with the codes that the values had
    int scale = 0;                                 // of decimals
};

// Refuses what has no exact place there, naming `column` and the value.
Result<Canonical> canonical(std::string_view column, const CellType& type,
                            std::vector<encode::Dictionary> dictionaries);

}  // namespace scrim::arrow
