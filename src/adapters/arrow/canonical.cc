#include "adapters/arrow/canonical.h"

#include "adapters/arrow/wide_integer.h"
#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace scrim::arrow {
namespace {

using encode::Dictionary;
using encode::NumberDictionary;
using encode::TextDictionary;

constexpr std::int64_t milliseconds_a_day = 86'400'000;
constexpr std::int64_t nanoseconds_a_second = 1'000'000'000;

Code put(NumberDictionary& dictionary, std::uint64_t value) { return dictionary.add(value); }
Code put(TextDictionary& dictionary, const std::string& value) { return dictionary.add(value); }
Code put(TextDictionary& dictionary, Int128 units) { return dictionary.add(encode::decimal_key(units)); }

// Each value of `from`, in its order, converted into another one: different ones stay different, and codes what they
// are.
template <class From, class To, class Convert>
Result<void> convert(std::vector<Dictionary>& dictionaries, Convert converted) {
    for (Dictionary& dictionary : dictionaries) {
        To made;
        for (const auto value : std::get<From>(dictionary.values).values()) {
            SCRIM_TRY(const auto becomes, converted(value));
            put(made, becomes);
        }
        dictionary.values = std::move(made);
    }
    return {};
}

// "2024-02-29 13:45:00.000000001"
std::string instant_text(std::int64_t nanoseconds) {
    const std::int64_t rest = (nanoseconds % 1000 + 1000) % 1000;
    const std::string text = format_timestamp((nanoseconds - rest) / 1000);
    return format("{}{}{:03}", text, text.find('.') == std::string::npos ? ".000000" : "", rest);
}

Result<void> convert_times(std::string_view column, std::int64_t times, std::int64_t divided_by,
                           std::vector<Dictionary>& dictionaries) {
    return convert<NumberDictionary, NumberDictionary>(dictionaries, [&](std::uint64_t bits) -> Result<std::uint64_t> {
        const auto value = static_cast<std::int64_t>(bits);
        std::int64_t converted = 0;
        if (__builtin_mul_overflow(value, times, &converted))
            return input_error(format("column {} holds a timestamp beyond the calendar: {} {}", quoted(column), value,
                                      times == 1000 ? "milliseconds" : "seconds"));
        if (converted % divided_by != 0)
            return input_error(format("column {} holds {}, which is no whole number of microseconds; round it to those",
                                      quoted(column), instant_text(value)));
        return static_cast<std::uint64_t>(converted / divided_by);
    });
}

Result<void> convert_days(std::string_view column, std::vector<Dictionary>& dictionaries) {
    return convert<NumberDictionary, NumberDictionary>(dictionaries, [&](std::uint64_t bits) -> Result<std::uint64_t> {
        const auto value = static_cast<std::int64_t>(bits);
        if (value % milliseconds_a_day == 0) return static_cast<std::uint64_t>(value / milliseconds_a_day);
        return input_error(
            format("column {} holds a date that is no whole day: {} milliseconds; make it a "
                   "timestamp, or round it to days",
                   quoted(column), value));
    });
}

// "13:45:00", "13:45:00.5": a time of day of so many units a second.
Result<void> convert_clock(std::string_view column, std::int64_t a_second, std::vector<Dictionary>& dictionaries) {
    return convert<NumberDictionary, TextDictionary>(dictionaries, [&](std::uint64_t bits) -> Result<std::string> {
        const auto value = static_cast<std::int64_t>(bits);
        const std::int64_t seconds = value / a_second;
        if (value < 0 || seconds > 86'400)
            return input_error(format("column {} holds a time of day outside the day: {}", quoted(column), value));
        std::string text = format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
        if (const std::int64_t fraction = value % a_second * (nanoseconds_a_second / a_second)) {
            text += format(".{:09}", fraction);
            text.erase(text.find_last_not_of('0') + 1);
        }
        return text;
    });
}

// Decimals of any width as 16 bytes. Of wider ones the digits after the point that no value needs are left out; where
// the scale is negative, zeros are added. Returns the scale.
Result<int> convert_decimals(std::string_view column, const CellType& type, std::vector<Dictionary>& dictionaries) {
    const int scale = type.scale;
    int spare = type.layout == Layout::bytes32 ? std::max(scale, 0) : 0;
    for (const Dictionary& dictionary : dictionaries)
        for (const std::string_view key : std::get<TextDictionary>(dictionary.values).values())
            spare = WideInteger(key).zeros_at_end(spare);
    const auto factor = power_of_ten(std::max(-scale, 0)), too_wide = power_of_ten(38);
    SCRIM_CHECK(convert<TextDictionary, TextDictionary>(dictionaries, [&](std::string_view key) -> Result<Int128> {
        const std::optional<Int128> units = WideInteger(key).divided_by_power_of_ten(spare).narrow();
        Int128 value = 0;
        if (units && (factor || *units == 0) && !__builtin_mul_overflow(*units, factor.value_or(0), &value) &&
            value < *too_wide && value > -*too_wide)
            return value;
        return input_error(
            format("column {} holds a decimal with which it needs more than 38 digits; round the "
                   "column to fewer decimals, or leave that cell empty",
                   quoted(column)));
    }));
    return std::max(scale, 0) - spare;
}

// Text that is none.
Result<void> check_text(std::string_view column, const std::vector<Dictionary>& dictionaries) {
    for (const Dictionary& dictionary : dictionaries)
        for (const std::string_view text : std::get<TextDictionary>(dictionary.values).values())
            if (!is_utf8(text))
                return input_error(
                    format("column {} holds bytes that are not UTF-8 text: {}", quoted(column), quoted(text)));
    return {};
}

}  // namespace

Result<Canonical> canonical(std::string_view column, const CellType& type, std::vector<Dictionary> dictionaries) {
    Canonical made{std::move(dictionaries), 0};
    switch (type.unit) {
        case Unit::as_is: break;
        case Unit::day_of_milliseconds: SCRIM_CHECK(convert_days(column, made.dictionaries)); break;
        case Unit::second: SCRIM_CHECK(convert_times(column, 1'000'000, 1, made.dictionaries)); break;
        case Unit::millisecond: SCRIM_CHECK(convert_times(column, 1'000, 1, made.dictionaries)); break;
        case Unit::nanosecond: SCRIM_CHECK(convert_times(column, 1, 1'000, made.dictionaries)); break;
        case Unit::time_of_seconds: SCRIM_CHECK(convert_clock(column, 1, made.dictionaries)); break;
        case Unit::time_of_milliseconds: SCRIM_CHECK(convert_clock(column, 1'000, made.dictionaries)); break;
        case Unit::time_of_microseconds: SCRIM_CHECK(convert_clock(column, 1'000'000, made.dictionaries)); break;
        case Unit::time_of_nanoseconds:
            SCRIM_CHECK(convert_clock(column, nanoseconds_a_second, made.dictionaries));
            break;
    }
    if (type.value == encode::ValueType::decimal) {
        SCRIM_TRY(made.scale, convert_decimals(column, type, made.dictionaries));
    } else if (type.value == encode::ValueType::text) {
        SCRIM_CHECK(check_text(column, made.dictionaries));
    }
    return made;
}

}  // namespace scrim::arrow
