// Numbers and dates as people write them, read exactly.
#pragma once

#include "kernel/core/int128.h"

#include <optional>
#include <string>
#include <string_view>

namespace scrim {

// A finite decimal: units / 10^scale, scale >= 0 and as small as the value allows.
struct Decimal {
    Int128 units = 0;
    int scale = 0;
};

// "12", "-0.5", "1e3", ".5"; nothing for other text, for codes with leading zeros such as "02139" (they are names, not
// numbers), and for numbers that need more than 38 digits.
std::optional<Decimal> parse_decimal(std::string_view text);
std::string format_decimal(Int128 units, int scale);
// units at `from` expressed at `to` >= from; nothing on overflow.
std::optional<Int128> rescale(Int128 units, int from, int to);
// "NaN", "inf", "-Infinity", …: numbers that no exact arithmetic holds.
bool is_non_finite(std::string_view text);

// ISO dates "2024-02-29" as days since 1970-01-01, and "2024-02-29 13:45:00[.ffffff]" (or with a 'T') as microseconds.
std::optional<std::int64_t> parse_date(std::string_view text);
std::optional<std::int64_t> parse_timestamp(std::string_view text);
std::string format_date(std::int64_t days);
std::string format_timestamp(std::int64_t microseconds);

struct CivilDate {
    std::int64_t year;
    int month;  // 1..12
    int day;    // 1..31
};
CivilDate civil_date(std::int64_t days);

}  // namespace scrim
