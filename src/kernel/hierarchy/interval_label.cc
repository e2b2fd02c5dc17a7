#include "kernel/hierarchy/interval_label.h"

#include "kernel/hierarchy/floor_divide.h"

namespace scrim::hierarchy {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::optional<Decimal> read_date(std::string_view text) {
    const auto days = parse_date(text);
    if (!days) return std::nullopt;
    return Decimal{*days, 0};
}

std::optional<Decimal> read_timestamp(std::string_view text) {
    const auto microseconds = parse_timestamp(text);
    if (!microseconds) return std::nullopt;
    return Decimal{*microseconds, 0};
}

// The first code whose value is at least `bound`, or above it. The bound may be finer than the domain's scale.
Code first_code(const Domain& domain, const Decimal& bound, bool above) {
    if (bound.scale > domain.scale()) {  // lies strictly between two multiples of the domain's unit
        const auto divisor = power_of_ten(bound.scale - domain.scale());
        return domain.lower_bound(floor_divide(bound.units, *divisor) + 1);
    }
    const auto units = rescale(bound.units, bound.scale, domain.scale());
    if (!units) return bound.units < 0 ? 0 : domain.values();
    const Code code = domain.lower_bound(*units);
    return above && code < domain.values() && domain.units(code) == *units ? code + 1 : code;
}

std::optional<Interval> read_comparison(std::string_view label,
                                        std::optional<Decimal> (*read_bound)(std::string_view)) {
    const bool or_equal = label.size() > 1 && label[1] == '=';
    const auto bound = read_bound(trimmed(label.substr(or_equal ? 2 : 1)));
    if (!bound) return std::nullopt;
    if (label.front() == '<') return Interval{std::nullopt, bound, true, or_equal};
    return Interval{bound, std::nullopt, or_equal, true};
}

}  // namespace

std::optional<Interval> read_interval(std::string_view label, std::optional<Decimal> (*read_bound)(std::string_view)) {
    label = trimmed(label);
    if (label.empty()) return std::nullopt;
    if (label.front() == '<' || label.front() == '>') return read_comparison(label, read_bound);

    bool with_low = true, with_high = true;
    constexpr std::string_view opening = "[(]", closing = "])[";
    if (opening.find(label.front()) != std::string_view::npos) {
        if (label.size() < 2 || closing.find(label.back()) == std::string_view::npos) return std::nullopt;
        with_low = label.front() == '[';
        with_high = label.back() == ']';
        label = label.substr(1, label.size() - 2);
    }
    // A '-' may also be a sign or part of a date: the right one has a bound on either side.
    for (std::size_t at = label.find_first_of(",-", 1); at != std::string_view::npos;
         at = label.find_first_of(",-", at + 1)) {
        const auto low = read_bound(trimmed(label.substr(0, at)));
        const auto high = low ? read_bound(trimmed(label.substr(at + 1))) : std::nullopt;
        if (low && high) return Interval{low, high, with_low, with_high};
    }
    return std::nullopt;
}

namespace {

// As it is written; nothing where it is none.
std::optional<Interval> interval_of(std::string_view label, const Domain& domain) {
    if (!domain.is_numeric()) return std::nullopt;
    return read_interval(label, domain.kind() == Domain::Kind::number ? parse_decimal
                                : domain.kind() == Domain::Kind::date ? read_date
                                                                      : read_timestamp);
}

}  // namespace

std::optional<Span> span_of_interval(std::string_view label, const Domain& domain) {
    const auto interval = interval_of(label, domain);
    if (!interval) return std::nullopt;
    const Code lo = interval->low ? first_code(domain, *interval->low, !interval->with_low) : 0;
    const Code hi = interval->high ? first_code(domain, *interval->high, interval->with_high) : domain.values();
    if (lo >= hi) return std::nullopt;
    return Span{lo, hi};
}

bool reads_as_interval(std::string_view label, const Domain& domain) { return interval_of(label, domain).has_value(); }

}  // namespace scrim::hierarchy
