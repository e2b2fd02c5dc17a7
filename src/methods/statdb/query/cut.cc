#include "methods/statdb/query/cut.h"

#include "kernel/core/ascii.h"
#include "kernel/core/number_text.h"

namespace scrim::statdb::query {
namespace {

constexpr Int128 greatest = static_cast<Int128>(~Uint128{0} >> 1);
constexpr std::int64_t microseconds_a_day = 86'400'000'000;

// The value lies at `whole`, or, where there is more, between it and the next unit above.
Cut cut_between(const Domain& domain, Int128 whole, bool more) {
    const Code above = whole == greatest ? domain.values() : domain.lower_bound(whole + 1);
    return {more ? above : domain.lower_bound(whole), above};
}

// [+-]digits[.digits][e[+-]digits] as digits * 10^exponent.
struct WrittenNumber {
    bool negative = false;
    std::string digits;  // no zero in front
    std::int64_t exponent = 0;
};

std::optional<WrittenNumber> read_number(std::string_view text) {
    constexpr std::int64_t far = 1'000'000'000;  // no text has as many digits
    WrittenNumber number;
    std::size_t at = 0;
    const auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
    const auto sign = [&] {
        const bool minus = peek() == '-';
        if (minus || peek() == '+') ++at;
        return minus;
    };
    number.negative = sign();
    bool any_digit = false, after_point = false;
    for (; is_digit(peek()) || (peek() == '.' && !after_point); ++at) {
        if (peek() == '.') {
            after_point = true;
            continue;
        }
        any_digit = true;
        if (after_point) --number.exponent;
        if (!number.digits.empty() || peek() != '0') number.digits += peek();
    }
    if (!any_digit) return std::nullopt;
    if (peek() == 'e' || peek() == 'E') {
        ++at;
        const bool shrink = sign();
        if (!is_digit(peek())) return std::nullopt;
        std::int64_t exponent = 0;
        for (; is_digit(peek()); ++at) exponent = std::min(far, exponent * 10 + (peek() - '0'));
        number.exponent += shrink ? -exponent : exponent;
    }
    if (at < text.size()) return std::nullopt;
    return number;
}

std::optional<Cut> cut_at_number(std::string_view text, const Domain& domain) {
    const auto number = read_number(text);
    if (!number) return std::nullopt;
    // The digits before the point of value * 10^scale, cut off after it.
    const std::int64_t digits = static_cast<std::int64_t>(number->digits.size());
    const std::int64_t kept = number->digits.empty() ? 0 : digits + number->exponent + domain.scale();
    Int128 whole = 0;
    bool beyond = kept > 40;
    for (std::int64_t i = 0; i < kept && !beyond; ++i) {
        const Int128 digit = i < digits ? number->digits[static_cast<std::size_t>(i)] - '0' : 0;
        beyond = __builtin_mul_overflow(whole, Int128{10}, &whole) || __builtin_add_overflow(whole, digit, &whole);
    }
    const Code end = domain.values();
    if (beyond) return number->negative ? Cut{0, 0} : Cut{end, end};
    bool more = false;
    for (std::int64_t i = std::max<std::int64_t>(kept, 0); i < digits; ++i)
        more = more || number->digits[static_cast<std::size_t>(i)] != '0';
    if (number->negative) whole = -whole - (more ? 1 : 0);
    return cut_between(domain, whole, more);
}

}  // namespace

std::optional<Cut> cut_at(std::string_view text, const Domain& domain) {
    if (domain.kind() == Domain::Kind::number) return cut_at_number(text, domain);
    const bool in_days = domain.kind() == Domain::Kind::date;
    if (const auto days = parse_date(text))
        return cut_between(domain, in_days ? Int128{*days} : Int128{*days} * microseconds_a_day, false);
    const auto moment = parse_timestamp(text);
    if (!moment) return std::nullopt;
    if (!in_days) return cut_between(domain, *moment, false);
    const std::int64_t within_day = (*moment % microseconds_a_day + microseconds_a_day) % microseconds_a_day;
    return cut_between(domain, (*moment - within_day) / microseconds_a_day, within_day > 0);
}

}  // namespace scrim::statdb::query
