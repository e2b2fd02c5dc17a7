#include "kernel/recode/synthetic/public_domains.h"

#include "kernel/core/int128.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::recode::synthetic {
namespace {

constexpr std::uint32_t usual_bins = 32, most_bins = 65536;

// How many digits stand behind the point.
int decimals(std::string_view number) {
    const std::size_t point = number.find('.');
    return point == std::string_view::npos ? 0 : static_cast<int>(number.size() - point - 1);
}

Int128 floor_divided(Int128 a, Int128 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

DomainPtr with_null(const Domain& domain) {
    if (domain.is_numeric()) {
        std::vector<Int128> units;
        for (Code code = 0; code < domain.values(); ++code) units.push_back(domain.units(code));
        return std::make_shared<const Domain>(
            Domain::of_numbers(std::move(units), domain.scale(), domain.kind(), true));
    }
    std::vector<std::string> labels;
    for (Code code = 0; code < domain.values(); ++code) labels.push_back(domain.label(code));
    return std::make_shared<const Domain>(Domain::of_text(std::move(labels), true));
}

Error no_bounds(const std::string& column, std::string_view why) {
    return input_error(
        format("bounds of column {} {}; write bounds='{} LOWEST..HIGHEST' or bounds='{} LOWEST..HIGHEST "
               "in BINS'",
               quoted(column), why, column, column));
}

Result<void> check_names(const Records& records, const std::vector<std::string>& names, std::string_view parameter) {
    std::vector<std::string> known;
    for (const RecordColumn& column : records.columns) known.push_back(column.name);
    for (const std::string& name : names)
        if (!contains(known, name))
            return input_error(format("{} names {}, which is no column that is released{}", parameter, quoted(name),
                                      did_you_mean(name, known)));
    return {};
}

}  // namespace

Result<Bounds> Bounds::parse(const std::string& text) {
    Bounds made;
    std::string left = text;
    if (const std::size_t in = left.rfind(" in "); in != std::string::npos && left.find("..", in) == left.npos) {
        made.bins = left.substr(in + 4);
        left.resize(in);
    }
    const std::size_t space = left.rfind(' '), dots = left.rfind("..");
    if (space == std::string::npos || dots == std::string::npos || dots < space || space == 0)
        return input_error(format("bounds are written as 'age 0..120' or 'age 0..120 in 24', not as {}", quoted(text)));
    made.column = left.substr(0, space);
    made.lowest = left.substr(space + 1, dots - space - 1);
    made.highest = left.substr(dots + 2);
    return made;
}

std::uint32_t PublicDomains::Bins::bin_of(Int128 units, int units_scale) const {
    Int128 at = units;
    if (scale >= units_scale) {
        if (__builtin_mul_overflow(units, *power_of_ten(scale - units_scale), &at)) at = units < 0 ? lowest : highest;
    } else {
        at = floor_divided(units, *power_of_ten(units_scale - scale));
    }
    at = std::clamp(at, lowest, highest) - lowest;
    return static_cast<std::uint32_t>(at * count / (highest - lowest + 1));
}

Int128 PublicDomains::Bins::first_of(std::uint32_t bin) const {
    const Int128 width = highest - lowest + 1;
    return lowest + (width * bin + count - 1) / count;
}

Result<PublicDomains::Bins> PublicDomains::bins_of(const RecordColumn& column, const Bounds& given) {
    if (column.values.domain().kind() != Domain::Kind::number)
        return no_bounds(column.name, "are given, and it holds no numbers: give it a hierarchy");
    const auto lowest = Ratio::parse(given.lowest), highest = Ratio::parse(given.highest);
    if (!lowest || !highest || lowest->infinite() || highest->infinite())
        return no_bounds(column.name, "are not two numbers");
    Bins bins;
    bins.scale = std::max(decimals(given.lowest), decimals(given.highest));
    const auto units_of = [&](const Ratio& number) -> std::optional<Int128> {
        const auto unit = power_of_ten(bins.scale);
        Int128 scaled = 0;
        if (!unit || __builtin_mul_overflow(number.numerator(), *unit, &scaled) || scaled % number.denominator() != 0)
            return std::nullopt;
        scaled /= number.denominator();
        constexpr Int128 most = Int128{1} << 80;
        return scaled > -most && scaled < most ? std::optional(scaled) : std::nullopt;
    };
    const auto from = units_of(*lowest), to = units_of(*highest);
    if (!from || !to) return no_bounds(column.name, "have to be whole or decimal numbers, and not so large");
    if (*from >= *to)
        return no_bounds(column.name, format("are {} and {}: the first is the lower", given.lowest, given.highest));
    bins.lowest = *from;
    bins.highest = *to;
    const Int128 width = *to - *from + 1;
    Int128 count = std::min<Int128>(width, usual_bins);
    if (!given.bins.empty()) {
        const auto wanted = Ratio::parse(given.bins);
        if (!wanted || !wanted->is_integer() || *wanted < Ratio(1) || Ratio(most_bins) < *wanted ||
            Ratio(width) < *wanted)
            return no_bounds(column.name, format("have {} bins, which have to be from 1 to {}", given.bins,
                                                 to_string(std::min<Int128>(width, most_bins))));
        count = wanted->numerator() / wanted->denominator();
    }
    bins.count = static_cast<std::uint32_t>(count);
    return bins;
}

Result<PublicDomains::Of> PublicDomains::domain_of(const RecordColumn& column, const models::Arguments& arguments) {
    Of made;
    const Domain& domain = column.values.domain();
    const bool missing = contains(arguments.list("missing"), column.name);
    if (domain.has_null() && !missing)
        return input_error(
            format("column {} has missing values, and whether any may be missing has to be known beforehand; say so "
                   "with missing=[{}]",
                   quoted(column.name), column.name));
    made.stated.column = column.name;
    made.stated.missing = missing;
    for (const std::string& text : arguments.list("bounds")) {
        SCRIM_TRY(const Bounds own, Bounds::parse(text));
        if (own.column != column.name) continue;
        SCRIM_TRY(made.bins, bins_of(column, own));
        made.stated.from = PublicDomain::From::bounds;
        made.stated.values = made.bins->count;
        made.stated.lowest = own.lowest;
        made.stated.highest = own.highest;
        return made;
    }
    if (column.hierarchy) {
        made.stated.from = PublicDomain::From::hierarchy;
    } else if (contains(arguments.list("observed"), column.name)) {
        made.stated.from = PublicDomain::From::observed;
    } else {
        return input_error(
            format("column {} has no hierarchy{}, so that only the data say which values it may have, and a release "
                   "would tell that without noise; give {}, or observed=[{}] if those that occur are no secret",
                   quoted(column.name), domain.kind() == Domain::Kind::number ? " and no bounds" : "",
                   domain.kind() == Domain::Kind::number ? format("bounds='{} LOWEST..HIGHEST'", column.name)
                                                         : "it a hierarchy",
                   column.name));
    }
    made.domain = missing && !domain.has_null() ? with_null(domain) : column.values.domain_ptr();
    made.stated.values = made.domain->values();
    return made;
}

Result<PublicDomains> PublicDomains::of(const Records& records, const models::Arguments& arguments) {
    SCRIM_CHECK(check_names(records, arguments.list("observed"), "observed"));
    SCRIM_CHECK(check_names(records, arguments.list("missing"), "missing"));
    std::vector<std::string> bounded;
    for (const std::string& text : arguments.list("bounds")) {
        SCRIM_TRY(const Bounds given, Bounds::parse(text));
        if (contains(bounded, given.column))
            return input_error(format("bounds names column {} twice", quoted(given.column)));
        bounded.push_back(given.column);
    }
    SCRIM_CHECK(check_names(records, bounded, "bounds"));
    PublicDomains domains;
    for (const RecordColumn& column : records.columns) {
        SCRIM_TRY(Of made, domain_of(column, arguments));
        domains.sizes_.push_back(static_cast<std::uint32_t>(made.stated.values + (made.stated.missing ? 1 : 0)));
        domains.columns_.push_back(std::move(made));
    }
    return domains;
}

std::vector<PublicDomain> PublicDomains::stated() const {
    std::vector<PublicDomain> all;
    for (const Of& column : columns_) all.push_back(column.stated);
    return all;
}

std::vector<std::string> PublicDomains::observed() const {
    std::vector<std::string> names;
    for (const Of& column : columns_)
        if (column.stated.from == PublicDomain::From::observed) names.push_back(column.stated.column);
    return names;
}

Cells PublicDomains::cells_of(const Records& records, const std::vector<std::uint32_t>& chosen) const {
    Cells cells;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Column& values = records.columns[c].values;
        const Domain& domain = values.domain();
        std::vector<std::uint32_t> cell_of(domain.size());
        for (Code code = 0; code < domain.size(); ++code)
            cell_of[code] = code >= domain.values() ? sizes_[c] - 1
                            : columns_[c].bins      ? columns_[c].bins->bin_of(domain.units(code), domain.scale())
                                                    : code;
        std::vector<std::uint32_t> column;
        column.reserve(chosen.size());
        values.visit([&](auto codes) {
            for (const std::uint32_t record : chosen) column.push_back(cell_of[codes[record]]);
        });
        cells.push_back(std::move(column));
    }
    return cells;
}

Column PublicDomains::drawn(std::size_t column, const std::vector<std::uint32_t>& cells, Random& random) const {
    const Of& of = columns_[column];
    if (!of.bins) return Column(of.domain, cells);
    const std::uint32_t missing = of.stated.missing ? sizes_[column] - 1 : UINT32_MAX;
    std::vector<Int128> units(cells.size(), 0);
    std::vector<Int128> all;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] == missing) continue;
        const Int128 first = of.bins->first_of(cells[i]), after = of.bins->first_of(cells[i] + 1);
        constexpr Int128 most = Int128{1} << 62;
        units[i] = first + static_cast<Int128>(random.below(static_cast<std::uint64_t>(std::min(after - first, most))));
        all.push_back(units[i]);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<Code> codes(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        codes[i] = static_cast<Code>(
            cells[i] == missing ? all.size() : std::lower_bound(all.begin(), all.end(), units[i]) - all.begin());
    return Column(std::make_shared<const Domain>(
                      Domain::of_numbers(std::move(all), of.bins->scale, Domain::Kind::number, of.stated.missing)),
                  codes);
}

}  // namespace scrim::recode::synthetic
