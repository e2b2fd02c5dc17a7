// The formats in which the tables of a release are written, by the ends of their names.
#pragma once

#include <span>
#include <string_view>

namespace scrim::files {

struct DataFormat {
    std::string_view extension;
    bool empty_is_missing = false;  // does not tell empty text from a missing value
};

std::span<const DataFormat> data_formats();
const DataFormat* find_data_format(std::string_view extension);

}  // namespace scrim::files
