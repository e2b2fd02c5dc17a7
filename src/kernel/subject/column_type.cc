#include "scrim/policy.h"

#include <array>

namespace scrim {
namespace {

// In the order of ColumnType; the first two are what nobody needs to say.
constexpr std::array<std::string_view, 7> type_words = {"found",       "plain",         "category",     "day_first",
                                                        "month_first", "decimal_comma", "decimal_point"};

}  // namespace

std::string_view column_type_name(ColumnType type) { return type_words[static_cast<std::size_t>(type)]; }

std::optional<ColumnType> parse_column_type(std::string_view text) {
    for (std::size_t i = 2; i < type_words.size(); ++i)
        if (type_words[i] == text) return static_cast<ColumnType>(i);
    return std::nullopt;
}

}  // namespace scrim
