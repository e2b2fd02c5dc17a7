#include "kernel/encode/value_text.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <bit>

namespace scrim::encode {
namespace {

// With a fraction or an exponent, as a number that is no integer.
template <class Real>
std::string real_text(Real value) {
    std::string text = format("{}", value);
    if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
    return text;
}

// With all digits of the scale.
std::string decimal_text(Int128 units, int scale) {
    std::string digits = to_string(units);
    const std::size_t sign = units < 0 ? 1 : 0;
    if (scale <= 0) return digits;
    const auto places = static_cast<std::size_t>(scale);
    if (digits.size() - sign <= places) digits.insert(sign, places + 1 - (digits.size() - sign), '0');
    return digits.insert(digits.size() - places, ".");
}

std::string timestamp_text(std::int64_t microseconds) {
    std::string text = format_timestamp(microseconds);
    if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
    return text;
}

}  // namespace

std::string value_text(const Dictionary& dictionary, std::size_t i, ValueType type, int scale) {
    if (const auto* const texts = std::get_if<TextDictionary>(&dictionary.values)) {
        const std::string_view value = texts->values()[i];
        return type == ValueType::decimal ? decimal_text(decimal_units(value), scale) : std::string(value);
    }
    const std::uint64_t bits = std::get<NumberDictionary>(dictionary.values).values()[i];
    const auto integer = static_cast<std::int64_t>(bits);
    switch (type) {
        case ValueType::natural: return std::to_string(bits);
        case ValueType::date: return format_date(integer);
        case ValueType::timestamp: return timestamp_text(integer);
        case ValueType::real: return real_text(std::bit_cast<double>(bits));
        case ValueType::single: return real_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case ValueType::integer:
        case ValueType::decimal:
        case ValueType::text: break;
    }
    return std::to_string(integer);
}

}  // namespace scrim::encode
