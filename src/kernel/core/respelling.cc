#include "kernel/core/respelling.h"

#include "kernel/core/ascii.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim {
namespace {

// The digits at the start of `text`, taken off it.
std::string_view take_digits(std::string_view& text) {
    const auto end = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
}

struct WrittenDate {
    std::string_view first, second, year;
    char separator = '.';
    std::string_view time;  // with the space before it
};

std::optional<WrittenDate> take_date(std::string_view text) {
    WrittenDate date;
    date.first = take_digits(text);
    if (text.empty() || std::string_view("./-").find(text.front()) == std::string_view::npos) return std::nullopt;
    date.separator = text.front();
    text.remove_prefix(1);
    date.second = take_digits(text);
    if (text.empty() || text.front() != date.separator) return std::nullopt;
    text.remove_prefix(1);
    date.year = take_digits(text);
    date.time = text;
    const auto short_number = [](std::string_view digits) { return digits.size() == 1 || digits.size() == 2; };
    if (!short_number(date.first) || !short_number(date.second) || date.year.size() != 4) return std::nullopt;
    if (!date.time.empty() && date.time.front() != ' ') return std::nullopt;
    return date;
}

std::string written(const WrittenDate& date, std::string_view month, std::string_view day) {
    return format("{}-{:0>2}-{:0>2}{}", date.year, month, day, date.time);
}

// A separator of thousands at the start of the text: its length, 0 for none. No-break spaces take several bytes.
std::size_t thousands(std::string_view text, char mark) {
    for (const std::string_view known : {"'", " ", "\u00A0", "\u202F", "\u2019"})
        if (text.starts_with(known)) return known.size();
    return text.starts_with(mark) ? 1 : 0;
}

std::optional<std::string> respell_number(std::string_view text, char decimal_mark, char thousands_mark) {
    std::string plain;
    if (text.starts_with('-')) {
        plain = "-";
        text.remove_prefix(1);
    }
    const std::string_view first = take_digits(text);
    if (first.empty()) return std::nullopt;
    plain += first;
    std::string_view separator;
    while (const std::size_t length = thousands(text, thousands_mark)) {
        if (first.size() > 3 || (!separator.empty() && !text.starts_with(separator))) return std::nullopt;
        separator = text.substr(0, length);
        text.remove_prefix(length);
        const std::string_view three = take_digits(text);
        if (three.size() != 3) return std::nullopt;
        plain += three;
    }
    if (text.starts_with(decimal_mark)) {
        text.remove_prefix(1);
        const std::string_view decimals = take_digits(text);
        if (decimals.empty()) return std::nullopt;
        plain += '.';
        plain += decimals;
    }
    return text.empty() ? std::optional(plain) : std::nullopt;
}

}  // namespace

std::optional<std::string> respell_day_first(std::string_view text) {
    const auto date = take_date(text);
    return date ? std::optional(written(*date, date->second, date->first)) : std::nullopt;
}

std::optional<std::string> respell_month_first(std::string_view text) {
    const auto date = take_date(text);
    return date && date->separator != '.' ? std::optional(written(*date, date->first, date->second)) : std::nullopt;
}

std::optional<std::string> respell_decimal_comma(std::string_view text) { return respell_number(text, ',', '.'); }
std::optional<std::string> respell_decimal_point(std::string_view text) { return respell_number(text, '.', ','); }

}  // namespace scrim
