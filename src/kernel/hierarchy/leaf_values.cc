#include "kernel/hierarchy/leaf_values.h"

#include "kernel/core/number_text.h"

#include <algorithm>

namespace scrim::hierarchy {
namespace {

std::optional<LeafValues> read_numbers(const std::vector<std::string>& labels) {
    std::vector<Decimal> decimals;
    decimals.reserve(labels.size());
    LeafValues values{Domain::Kind::number, 0, {}};
    for (const std::string& label : labels) {
        const auto decimal = parse_decimal(label);
        if (!decimal) return std::nullopt;
        values.scale = std::max(values.scale, decimal->scale);
        decimals.push_back(*decimal);
    }
    values.units.reserve(labels.size());
    for (const Decimal& decimal : decimals) {
        const auto units = rescale(decimal.units, decimal.scale, values.scale);
        if (!units) return std::nullopt;
        values.units.push_back(*units);
    }
    return values;
}

template <class Parse>
std::optional<LeafValues> read_times(const std::vector<std::string>& labels, Domain::Kind kind, Parse parse) {
    LeafValues values{kind, 0, {}};
    values.units.reserve(labels.size());
    for (const std::string& label : labels) {
        const auto units = parse(label);
        if (!units) return std::nullopt;
        values.units.push_back(*units);
    }
    return values;
}

}  // namespace

std::optional<LeafValues> read_leaf_values(const std::vector<std::string>& labels) {
    if (auto numbers = read_numbers(labels)) return numbers;
    if (auto dates = read_times(labels, Domain::Kind::date, parse_date)) return dates;
    return read_times(labels, Domain::Kind::timestamp, parse_timestamp);
}

std::string_view kind_word(Domain::Kind kind) {
    switch (kind) {
        case Domain::Kind::text: return "text";
        case Domain::Kind::number: return "number";
        case Domain::Kind::date: return "date";
        case Domain::Kind::timestamp: return "timestamp";
    }
    return "";
}

}  // namespace scrim::hierarchy
