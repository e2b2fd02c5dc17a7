#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/build.h"
#include "kernel/hierarchy/floor_divide.h"
#include "kernel/hierarchy/unfit_value.h"

#include <algorithm>

namespace scrim::hierarchy {
namespace {

std::optional<Decimal> to_decimal(const Ratio& ratio) {
    const Ratio reduced = ratio.reduced();
    for (int scale = 0;; ++scale) {
        const auto power = power_of_ten(scale);
        if (!power) return std::nullopt;
        if (*power % reduced.denominator() != 0) continue;
        Int128 units = 0;
        if (__builtin_mul_overflow(reduced.numerator(), *power / reduced.denominator(), &units)) return std::nullopt;
        return Decimal{units, scale};
    }
}

Error too_large(Int128 units, int scale) {
    return input_error(
        format("{} has too many digits for intervals; at most 38 are kept", format_decimal(units, scale)));
}

// The values and interval widths of one hierarchy, all at one scale.
struct Grid {
    int scale = 0;
    bool closed = false;  // whole numbers: [20, 24] instead of [20, 25)
    std::vector<Int128> values;
    std::vector<Int128> widths;

    Result<std::string> label(Int128 value, Int128 width) const {
        Int128 low = 0, high = 0;
        if (__builtin_mul_overflow(floor_divide(value, width), width, &low) ||
            __builtin_add_overflow(low, width, &high))
            return too_large(value, scale);
        if (!closed) return format("[{}, {})", format_decimal(low, scale), format_decimal(high, scale));
        if (width == 1) return format_decimal(value, scale);
        return format("[{}, {}]", format_decimal(low, scale), format_decimal(high - 1, scale));
    }
};

Result<std::vector<Decimal>> check_widths(const std::vector<Ratio>& widths) {
    std::vector<Decimal> decimals;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (widths[i] <= Ratio(0) || widths[i].infinite())
            return input_error(
                format("interval width {} is not positive; give widths such as 5, 10, 20", widths[i].to_string()));
        const auto decimal = to_decimal(widths[i]);
        if (!decimal)
            return input_error(
                format("interval width {} is no finite decimal number; give one such as 0.25", widths[i].to_string()));
        if (i > 0 && widths[i] <= widths[i - 1])
            return input_error(format("interval width {} follows {}; widths must increase", widths[i].to_string(),
                                      widths[i - 1].to_string()));
        decimals.push_back(*decimal);
    }
    return decimals;
}

// Values at the domain's own scale: every one in the widest intervals that hold some, if these are few enough.
std::vector<Int128> leaf_units(const Domain& domain, const std::vector<Decimal>& widths) {
    Int128 first = domain.units(0), last = domain.units(domain.values() - 1), range = 0;
    if (!widths.empty() && widths.back().scale <= domain.scale()) {
        const auto width = rescale(widths.back().units, widths.back().scale, domain.scale());
        Int128 begin = 0, end = 0;
        if (width && !__builtin_mul_overflow(floor_divide(first, *width), *width, &begin) &&
            !__builtin_mul_overflow(floor_divide(last, *width), *width, &end) &&
            !__builtin_add_overflow(end, *width - 1, &end)) {
            first = begin;
            last = end;
        }
    }
    std::vector<Int128> units;
    if (!__builtin_sub_overflow(last, first, &range) && range < most_filled_leaves)
        for (Int128 value = first; value <= last; ++value) units.push_back(value);
    else
        for (Code code = 0; code < domain.values(); ++code) units.push_back(domain.units(code));
    return units;
}

Result<Grid> make_grid(const Domain& domain, const std::vector<Decimal>& widths) {
    Grid grid;
    grid.scale = domain.scale();
    for (const Decimal& width : widths) grid.scale = std::max(grid.scale, width.scale);
    grid.closed = grid.scale == 0;
    for (const Decimal& width : widths) {
        const auto units = rescale(width.units, width.scale, grid.scale);
        if (!units) return too_large(width.units, width.scale);
        if (!grid.widths.empty() && *units % grid.widths.back() != 0)
            return input_error(format("interval width {} is not a multiple of the width before it, {}",
                                      format_decimal(*units, grid.scale),
                                      format_decimal(grid.widths.back(), grid.scale)));
        grid.widths.push_back(*units);
    }
    for (const Int128 value : leaf_units(domain, widths)) {
        const auto units = rescale(value, domain.scale(), grid.scale);
        if (!units) return too_large(value, domain.scale());
        grid.values.push_back(*units);
    }
    return grid;
}

}  // namespace

Result<Hierarchy> build_intervals(const Domain& domain, const std::vector<Ratio>& widths) {
    if (domain.kind() != Domain::Kind::number)
        return input_error(
            format("intervals need a column of numbers; this one {}", why_not(domain, "numbers", parse_decimal)));
    if (domain.values() == 0) return input_error("intervals need at least one number; this column holds none");
    SCRIM_TRY(const std::vector<Decimal> decimals, check_widths(widths));
    SCRIM_TRY(const Grid grid, make_grid(domain, decimals));
    std::vector<std::vector<std::string>> rows;
    rows.reserve(grid.values.size());
    for (const Int128 value : grid.values) {
        std::vector<std::string> row{format_decimal(value, grid.scale)};
        for (const Int128 width : grid.widths) {
            SCRIM_TRY(std::string label, grid.label(value, width));
            row.push_back(std::move(label));
        }
        row.push_back("*");
        rows.push_back(std::move(row));
    }
    return Hierarchy::from_paths(rows);
}

}  // namespace scrim::hierarchy
