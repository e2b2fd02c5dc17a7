#include "hierarchy/interval_label.h"

#include "core/number_text.h"
#include "hierarchy/floor_divide.h"

namespace scrim {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::optional<Decimal> parse_bound(std::string_view text, const Domain& domain) {
    text = trimmed(text);
    if (domain.kind() == Domain::Kind::number) return parse_decimal(text);
    const auto units = domain.kind() == Domain::Kind::date ? parse_date(text) : parse_timestamp(text);
    if (!units) return std::nullopt;
    return Decimal{*units, 0};
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

std::optional<Span> not_empty(Code lo, Code hi) {
    if (lo >= hi) return std::nullopt;
    return Span{lo, hi};
}

std::optional<Span> span_of_comparison(std::string_view label, const Domain& domain) {
    const bool less = label.front() == '<';
    const bool or_equal = label.size() > 1 && label[1] == '=';
    const auto bound = parse_bound(label.substr(or_equal ? 2 : 1), domain);
    if (!bound) return std::nullopt;
    const Code border = first_code(domain, *bound, less == or_equal);
    return less ? not_empty(0, border) : not_empty(border, domain.values());
}

}  // namespace

std::optional<Span> span_of_interval(std::string_view label, const Domain& domain) {
    label = trimmed(label);
    if (!domain.is_numeric() || label.empty()) return std::nullopt;
    if (label.front() == '<' || label.front() == '>') return span_of_comparison(label, domain);

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
        const auto low = parse_bound(label.substr(0, at), domain);
        const auto high = low ? parse_bound(label.substr(at + 1), domain) : std::nullopt;
        if (low && high) return not_empty(first_code(domain, *low, !with_low), first_code(domain, *high, with_high));
    }
    return std::nullopt;
}

}  // namespace scrim
