#include "kernel/hierarchy/interval_columns.h"

#include "kernel/core/names.h"
#include "kernel/hierarchy/floor_divide.h"
#include "kernel/hierarchy/interval_label.h"

#include <algorithm>
#include <string>
#include <utility>

namespace scrim::hierarchy {
namespace {

using Bound = std::optional<Decimal>;
using ReadBound = Bound (*)(std::string_view);

Bound read_date_bound(std::string_view text) {
    const auto days = parse_date(text);
    return days ? Bound(Decimal{*days, 0}) : Bound();
}

Bound read_timestamp_bound(std::string_view text) {
    const auto microseconds = parse_timestamp(text);
    return microseconds ? Bound(Decimal{*microseconds, 0}) : Bound();
}

struct KindOfBound {
    Domain::Kind kind;
    ReadBound read;
};
constexpr KindOfBound kinds_of_bound[] = {{Domain::Kind::number, parse_decimal},
                                          {Domain::Kind::date, read_date_bound},
                                          {Domain::Kind::timestamp, read_timestamp_bound}};

// The ends of each value, by code.
struct Ends {
    Domain::Kind kind = Domain::Kind::number;
    std::vector<std::pair<Bound, Bound>> of_code;
};

// Nothing where the values are no intervals of this kind.
std::optional<Ends> read_ends(const Domain& domain, const KindOfBound& bounds) {
    Ends ends{bounds.kind, {}};
    bool any = false;
    for (Code code = 0; code < domain.values(); ++code) {
        const std::string label = domain.label(code);
        if (const Bound single = bounds.read(label)) {
            ends.of_code.emplace_back(single, single);
        } else if (const auto interval = read_interval(label, bounds.read)) {
            ends.of_code.emplace_back(interval->low, interval->high);
            any = true;
        } else if (label == "*") {
            ends.of_code.emplace_back();
        } else {
            return std::nullopt;
        }
    }
    if (!any) return std::nullopt;
    if (domain.has_null()) ends.of_code.emplace_back();
    return ends;
}

std::optional<Ends> ends_of(const Domain& domain) {
    if (domain.is_numeric()) return std::nullopt;
    for (const KindOfBound& bounds : kinds_of_bound)
        if (auto ends = read_ends(domain, bounds)) return ends;
    return std::nullopt;
}

// The column whose value is bounds[code] where it was `code`; nothing where no common scale holds them.
std::optional<Column> column_of(const Column& before, Domain::Kind kind, const std::vector<Bound>& bounds) {
    int scale = 0;
    bool has_null = false;
    for (const Bound& bound : bounds) {
        scale = bound ? std::max(scale, bound->scale) : scale;
        has_null |= !bound.has_value();
    }
    std::vector<Int128> units, sorted;
    for (const Bound& bound : bounds) {
        const auto scaled = bound ? rescale(bound->units, bound->scale, scale) : std::optional<Int128>(0);
        if (!scaled) return std::nullopt;
        units.push_back(*scaled);
        if (bound) sorted.push_back(*scaled);
    }
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const auto domain = std::make_shared<const Domain>(Domain::of_numbers(sorted, scale, kind, has_null));
    std::vector<Code> code_of;
    for (std::size_t i = 0; i < bounds.size(); ++i)
        code_of.push_back(bounds[i] ? domain->lower_bound(units[i]) : domain->null_code());
    std::vector<Code> codes;
    codes.reserve(before.size());
    before.visit([&](auto all) {
        for (const auto code : all) codes.push_back(code_of[code]);
    });
    return Column(domain, codes);
}

// Nothing where an end is not there, or the middle needs too many digits.
Bound middle(const std::pair<Bound, Bound>& ends, Domain::Kind kind) {
    const auto& [low, high] = ends;
    if (!low || !high) return std::nullopt;
    const int scale = std::max(low->scale, high->scale);
    const auto a = rescale(low->units, low->scale, scale), b = rescale(high->units, high->scale, scale);
    if (!a || !b) return std::nullopt;
    const Int128 sum = *a + *b;
    if (sum % 2 == 0 || kind != Domain::Kind::number) return Decimal{floor_divide(sum, 2), scale};
    const auto halves = rescale(sum, 0, 1);
    return halves ? Bound(Decimal{*halves / 2, scale + 1}) : Bound();
}

std::optional<std::string> text_of(const Bound& bound, Domain::Kind kind) {
    if (!bound) return std::nullopt;
    if (kind == Domain::Kind::number) return format_decimal(bound->units, bound->scale);
    const auto units = static_cast<std::int64_t>(bound->units);
    return kind == Domain::Kind::date ? format_date(units) : format_timestamp(units);
}

std::string free_name(std::string name, const std::vector<std::string>& taken) {
    while (contains(taken, name)) name += '_';
    return name;
}

}  // namespace

std::optional<IntervalsAs> parse_intervals_as(std::string_view text) {
    if (text == "text") return IntervalsAs::text;
    if (text == "columns") return IntervalsAs::columns;
    if (text == "midpoint") return IntervalsAs::midpoint;
    return std::nullopt;
}

std::optional<LabelEnds> label_ends(std::string_view label) {
    if (label == "*") return LabelEnds();
    for (const auto& [kind, read] : kinds_of_bound) {
        std::pair<Bound, Bound> ends{read(label), read(label)};
        if (!ends.first) {
            const auto interval = read_interval(label, read);
            if (!interval) continue;
            ends = {interval->low, interval->high};
        }
        return LabelEnds{text_of(ends.first, kind), text_of(ends.second, kind), text_of(middle(ends, kind), kind)};
    }
    return std::nullopt;
}

Table with_intervals(Table table, IntervalsAs as) {
    if (as == IntervalsAs::text) return table;
    const std::vector<std::string> names = table.names();
    Table made;
    for (std::size_t c = 0; c < names.size(); ++c) {
        Column column = table.take(c);
        const auto ends = ends_of(column.domain());
        std::vector<Bound> low, high, middles;
        if (ends)
            for (const auto& of_value : ends->of_code) {
                low.push_back(of_value.first);
                high.push_back(of_value.second);
                middles.push_back(middle(of_value, ends->kind));
            }
        auto first = ends ? column_of(column, ends->kind, as == IntervalsAs::columns ? low : middles) : std::nullopt;
        auto second = first && as == IntervalsAs::columns ? column_of(column, ends->kind, high) : std::nullopt;
        if (first && as == IntervalsAs::midpoint) {
            made.add(names[c], *std::move(first));
        } else if (first && second) {
            made.add(free_name(names[c] + "_lo", names), *std::move(first));
            made.add(free_name(names[c] + "_hi", names), *std::move(second));
        } else {
            made.add(names[c], std::move(column));
        }
    }
    return made;
}

}  // namespace scrim::hierarchy
