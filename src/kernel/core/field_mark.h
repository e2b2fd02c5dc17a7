// How a field stands in a message until it is worded, for those few who must tell it from the text around it.
#pragma once

#include <string_view>

namespace scrim {

struct FieldMark {
    static constexpr char alone = '.', with_word = '=', with_text = '~', with_true = '!';

    std::size_t begin = std::string_view::npos, end = begin;
    std::string_view name, value;
    char kind = alone;

    bool found() const { return begin != std::string_view::npos; }
};

// The first one at or after `from`.
FieldMark find_field(std::string_view text, std::size_t from);

}  // namespace scrim
