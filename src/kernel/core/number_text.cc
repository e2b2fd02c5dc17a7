#include "kernel/core/number_text.h"

#include "kernel/core/ascii.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <chrono>

namespace scrim {
namespace {

// Exactly `count` digits at the start of `text`, taken off it.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
    if (text.size() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_digit(text[i])) return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<std::int64_t> take_date(std::string_view& text) {
    const auto year = take_digits(text, 4);
    if (!year || !take(text, '-')) return std::nullopt;
    const auto month = take_digits(text, 2);
    if (!month || !take(text, '-')) return std::nullopt;
    const auto day = take_digits(text, 2);
    if (!day) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days{date}.time_since_epoch().count();
}

constexpr std::int64_t microseconds_a_second = 1'000'000;
constexpr std::int64_t microseconds_a_day = 86'400 * microseconds_a_second;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
    const bool negative = take(text, '-');
    // A leading zero is only a number's when nothing or a point follows.
    if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) return std::nullopt;
    Decimal value;
    bool any_digit = false, after_point = false;
    while (!text.empty() && (is_digit(text.front()) || (text.front() == '.' && !after_point))) {
        if (text.front() == '.') {
            after_point = true;
        } else {
            if (__builtin_mul_overflow(value.units, Int128{10}, &value.units) ||
                __builtin_add_overflow(value.units, Int128{text.front() - '0'}, &value.units))
                return std::nullopt;
            value.scale += after_point ? 1 : 0;
            any_digit = true;
        }
        text.remove_prefix(1);
    }
    if (!any_digit) return std::nullopt;
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
        text.remove_prefix(1);
        const bool shrink = take(text, '-');
        if (!shrink) take(text, '+');
        if (text.empty() || text.size() > 4) return std::nullopt;
        const auto exponent = take_digits(text, text.size());
        if (!exponent) return std::nullopt;
        value.scale += shrink ? *exponent : -*exponent;
    }
    if (!text.empty()) return std::nullopt;
    if (value.units == 0) return Decimal{};
    while (value.scale > 0 && value.units % 10 == 0) {
        value.units /= 10;
        --value.scale;
    }
    if (value.scale < 0) {
        const auto shifted = rescale(value.units, 0, -value.scale);
        if (!shifted) return std::nullopt;
        value = {*shifted, 0};
    }
    if (value.scale > 38) return std::nullopt;
    if (negative) value.units = -value.units;
    return value;
}

std::string format_decimal(Int128 units, int scale) {
    std::string digits = to_string(units);
    const std::string sign = units < 0 ? "-" : "";
    digits.erase(0, sign.size());
    if (scale > 0) {
        const auto places = static_cast<std::size_t>(scale);
        if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
        digits.insert(digits.size() - places, ".");
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.pop_back();
    }
    return sign + digits;
}

std::optional<Int128> rescale(Int128 units, int from, int to) {
    const auto factor = power_of_ten(to - from);
    Int128 scaled = 0;
    if (!factor || __builtin_mul_overflow(units, *factor, &scaled)) return std::nullopt;
    return scaled;
}

bool is_non_finite(std::string_view text) {
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower == "nan" || lower == "inf" || lower == "infinity";
}

std::optional<std::int64_t> parse_date(std::string_view text) {
    const auto days = take_date(text);
    return text.empty() ? days : std::nullopt;
}

std::optional<std::int64_t> parse_timestamp(std::string_view text) {
    const auto days = take_date(text);
    if (!days || (!take(text, ' ') && !take(text, 'T'))) return std::nullopt;
    const auto hour = take_digits(text, 2);
    if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
    const auto minute = take_digits(text, 2);
    if (!minute || *minute > 59) return std::nullopt;
    int second = 0;
    std::int64_t fraction = 0;
    if (take(text, ':')) {
        const auto read = take_digits(text, 2);
        if (!read || *read > 59) return std::nullopt;
        second = *read;
        if (take(text, '.')) {
            if (text.empty() || text.size() > 6) return std::nullopt;
            for (std::size_t i = 0; i < 6; ++i) {
                if (i < text.size() && !is_digit(text[i])) return std::nullopt;
                fraction = fraction * 10 + (i < text.size() ? text[i] - '0' : 0);
            }
            text = {};
        }
    }
    if (!text.empty()) return std::nullopt;
    return *days * microseconds_a_day + ((*hour * 60 + *minute) * 60 + second) * microseconds_a_second + fraction;
}

CivilDate civil_date(std::int64_t days) {
    // Gregorian calendar in eras of 400 years, with March as the first month of the year (H. Hinnant,
    // "chrono-Compatible Low-Level Date Algorithms"); std::chrono::year stops at 32767.
    const std::int64_t shifted = days + 719468;
    const std::int64_t era = floor_divide(shifted, 146097);
    const std::int64_t day_of_era = shifted - era * 146097;
    const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t month_index = (5 * day_of_year + 2) / 153;
    const int day = static_cast<int>(day_of_year - (153 * month_index + 2) / 5 + 1);
    const int month = static_cast<int>(month_index < 10 ? month_index + 3 : month_index - 9);
    return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

std::string format_date(std::int64_t days) {
    const CivilDate date = civil_date(days);
    return format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string format_timestamp(std::int64_t microseconds) {
    const std::int64_t days = floor_divide(microseconds, microseconds_a_day);
    const std::int64_t rest = microseconds - days * microseconds_a_day;
    const std::int64_t seconds = rest / microseconds_a_second;
    std::string text =
        format("{} {:02}:{:02}:{:02}", format_date(days), seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (const std::int64_t fraction = rest % microseconds_a_second) text += format(".{:06}", fraction);
    return text;
}

}  // namespace scrim
