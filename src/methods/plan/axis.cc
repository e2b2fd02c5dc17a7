#include "methods/plan/axis.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrim::planning {
namespace {

constexpr Int128 microseconds_a_day = Int128{86'400} * 1'000'000;
constexpr int most_digits = 38;

// Is the cut before the value?
bool before(Int128 cut, bool after, const Placed& value) {
    return cut < value.units || (cut == value.units && (!after || value.more));
}

struct Cut {
    Int128 units;
    std::uint8_t after;
    friend constexpr auto operator<=>(const Cut&, const Cut&) = default;
};

// Where a span of a domain's values begins and ends; nothing where it is open.
std::pair<std::optional<Cut>, std::optional<Cut>> ends_of(const Domain& domain, Span span) {
    if (span == domain.whole() && span.width() > 1) return {};
    return {Cut{domain.units(span.lo), 0}, Cut{domain.units(std::min(span.hi, domain.values()) - 1), 1}};
}

}  // namespace

Code Axis::size() const {
    Code most = null ? *null + 1 : 0;
    if (is_cut) return std::max<Code>(most, static_cast<Code>(units.size()) + 1);
    for (const Code code : codes) most = std::max(most, code + 1);
    return most;
}

std::optional<Placed> placed(const Domain& from, Code code, Domain::Kind kind, int scale) {
    if (kind == Domain::Kind::timestamp && from.kind() == Domain::Kind::date)
        return Placed{from.units(code) * microseconds_a_day, false};
    if (from.kind() != kind) return std::nullopt;
    const Int128 units = from.units(code);
    if (from.scale() <= scale) {
        const auto wider = rescale(units, from.scale(), scale);
        return wider ? std::optional(Placed{*wider, false}) : std::nullopt;
    }
    const Int128 divisor = *power_of_ten(from.scale() - scale);
    const Int128 rest = units % divisor;
    return Placed{units / divisor - (rest < 0 ? 1 : 0), rest != 0};
}

std::vector<Code> Axis::codes_of(const Domain& domain) const {
    std::vector<Code> made(domain.size(), unknown_code);
    for (Code code = 0; code < domain.values(); ++code) {
        if (is_cut && units.empty()) {
            made[code] = 0;  // any value
        } else if (kind == Domain::Kind::text) {
            const std::string label = domain.label(code);
            const auto found = std::lower_bound(texts.begin(), texts.end(), label);
            if (found != texts.end() && *found == label)
                made[code] = codes[static_cast<std::size_t>(found - texts.begin())];
        } else if (const auto value = domain.is_numeric() ? placed(domain, code, kind, scale) : std::nullopt) {
            if (is_cut) {
                std::size_t low = 0, high = units.size();
                while (low < high) {
                    const std::size_t middle = (low + high) / 2;
                    if (before(units[middle], after[middle] != 0, *value))
                        low = middle + 1;
                    else
                        high = middle;
                }
                made[code] = static_cast<Code>(low);
            } else if (const auto found = std::lower_bound(units.begin(), units.end(), value->units);
                       found != units.end() && *found == value->units && !value->more) {
                made[code] = codes[static_cast<std::size_t>(found - units.begin())];
            }
        }
    }
    if (domain.has_null() && null) made[domain.null_code()] = *null;
    return made;
}

Axis Axis::listed(std::string name, const Domain& domain, std::vector<Code> codes) {
    Axis axis{.name = std::move(name), .kind = domain.kind(), .scale = domain.scale()};
    if (domain.has_null()) axis.null = codes[domain.null_code()];
    codes.resize(domain.values());
    if (domain.is_numeric()) {
        for (Code code = 0; code < domain.values(); ++code) axis.units.push_back(domain.units(code));
        axis.codes = std::move(codes);
        return axis;
    }
    std::vector<std::pair<std::string, Code>> values;
    for (Code code = 0; code < domain.values(); ++code) values.emplace_back(domain.label(code), codes[code]);
    std::sort(values.begin(), values.end());
    for (auto& [text, code] : values) {
        axis.texts.push_back(std::move(text));
        axis.codes.push_back(code);
    }
    return axis;
}

Axis Axis::cut(std::string name, const Domain& domain, const std::vector<Span>& spans) {
    Axis axis{.name = std::move(name), .kind = domain.kind(), .scale = domain.scale(), .is_cut = true};
    std::vector<Cut> cuts;
    for (const Span span : spans) {
        if (domain.has_null() && span == Span::of(domain.null_code())) continue;
        const auto [first, last] = ends_of(domain, span);
        if (first) cuts.push_back(*first);
        if (last) cuts.push_back(*last);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (const Cut& cut : cuts) {
        axis.units.push_back(cut.units);
        axis.after.push_back(cut.after);
    }
    // Digits that only other values have are not told, nor whether some value is missing.
    const auto shortened = [&] {
        return std::all_of(axis.units.begin(), axis.units.end(), [](Int128 value) { return value % 10 == 0; });
    };
    for (; axis.scale > 0 && shortened(); --axis.scale)
        for (Int128& units : axis.units) units /= 10;
    axis.null = static_cast<Code>(cuts.size()) + 1;
    return axis;
}

Span Axis::codes_of_span(const Domain& domain, Span span) const {
    if (domain.has_null() && span == Span::of(domain.null_code())) return Span::of(*null);
    const auto [first, last] = ends_of(domain, span);
    if (!first) return {0, size()};
    const auto place = [&](Cut cut) {
        cut.units /= *power_of_ten(domain.scale() - scale);
        Code low = 0, high = static_cast<Code>(units.size());
        while (low + 1 < high) {
            const Code middle = (low + high) / 2;
            (Cut{units[middle], after[middle]} <= cut ? low : high) = middle;
        }
        return low;
    };
    return {place(*first) + 1, place(*last) + 1};
}

void write_axis(ByteWriter& out, const Axis& axis) {
    out.text(axis.name);
    out.number(static_cast<std::uint64_t>(axis.kind));
    out.number(static_cast<std::uint64_t>(axis.scale));
    out.number(axis.is_cut ? 1 : 0);
    out.number(axis.texts.size());
    for (const std::string& text : axis.texts) out.text(text);
    out.number(axis.units.size());
    for (const Int128 units : axis.units) out.wide(units);
    out.number(axis.codes.size());
    for (const Code code : axis.codes) out.number(code);
    for (const std::uint8_t after : axis.after) out.number(after);
    out.number(axis.null ? std::uint64_t{*axis.null} + 1 : 0);
}

Axis take_axis(ByteReader& in) {
    Axis axis;
    axis.name = in.text();
    const std::uint64_t kind = in.number(), scale = in.number(), cut = in.number();
    axis.is_cut = cut == 1;
    axis.kind = static_cast<Domain::Kind>(std::min<std::uint64_t>(kind, 3));
    axis.scale = static_cast<int>(std::min<std::uint64_t>(scale, most_digits));
    axis.texts.resize(in.count(1));
    for (std::string& text : axis.texts) text = in.text();
    axis.units.resize(in.count(1));
    for (Int128& units : axis.units) units = in.wide();
    axis.codes.resize(in.count(1));
    for (Code& code : axis.codes) {
        const std::uint64_t number = in.number();
        if (number >= unknown_code - 1) in.fail();
        code = static_cast<Code>(number);
    }
    const std::size_t values = std::max(axis.texts.size(), axis.units.size());
    if (axis.is_cut) axis.after.resize(axis.units.size());
    for (std::uint8_t& after : axis.after) {
        const std::uint64_t number = in.number();
        if (number > 1) in.fail();
        after = static_cast<std::uint8_t>(number);
    }
    const std::uint64_t null = in.number();
    if (null > 0) axis.null = static_cast<Code>(null - 1);
    const Int128 limit = *power_of_ten(most_digits);
    const auto in_range = [&](Int128 units) { return units < limit && units > -limit; };
    bool ascends = std::adjacent_find(axis.texts.begin(), axis.texts.end(), std::greater_equal<>()) == axis.texts.end();
    for (std::size_t i = 0; i + 1 < axis.units.size(); ++i)
        ascends =
            ascends && (axis.is_cut ? Cut{axis.units[i], axis.after[i]} < Cut{axis.units[i + 1], axis.after[i + 1]}
                                    : axis.units[i] < axis.units[i + 1]);
    const bool of_text = axis.kind == Domain::Kind::text;
    if (kind > 3 || scale > most_digits || null >= unknown_code || !ascends || cut > 1 ||
        (of_text ? !axis.units.empty() : !axis.texts.empty()) || axis.codes.size() != (axis.is_cut ? 0 : values) ||
        !std::all_of(axis.units.begin(), axis.units.end(), in_range) ||
        !std::all_of(axis.texts.begin(), axis.texts.end(), [](const std::string& text) { return is_utf8(text); }))
        in.fail();
    return in.failed() ? Axis() : axis;
}

}  // namespace scrim::planning
