#include "methods/plan/division.h"

#include "kernel/core/text.h"
#include "methods/plan/axis.h"

#include <algorithm>
#include <numeric>

namespace scrim::planning {
namespace {

// A domain of some of a column's values, and the least and the most of its numbers; what each code of the column is in
// it, for those values.
std::pair<Domain, std::vector<Code>> narrowed(const Domain& from, std::vector<Code> chosen) {
    const bool null = from.has_null();
    if (from.is_numeric() && from.values() > 0) {
        chosen.push_back(0);
        chosen.push_back(from.values() - 1);
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    if (null && !chosen.empty() && chosen.back() == from.null_code()) chosen.pop_back();
    std::vector<Code> codes(from.size(), 0);
    std::vector<std::string> labels;
    std::vector<Int128> units;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        codes[chosen[i]] = static_cast<Code>(i);
        if (from.is_numeric())
            units.push_back(from.units(chosen[i]));
        else
            labels.push_back(from.label(chosen[i]));
    }
    if (null) codes[from.null_code()] = static_cast<Code>(chosen.size());
    return {from.is_numeric() ? Domain::of_numbers(std::move(units), from.scale(), from.kind(), null)
                              : Domain::of_text(std::move(labels), null),
            std::move(codes)};
}

template <class CodeOf>
Column recoded(DomainPtr domain, std::size_t rows, CodeOf code_of) {
    Column column(std::move(domain), rows);
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        for (std::size_t row = 0; row < rows; ++row) codes[row] = static_cast<Narrow>(code_of(row));
    });
    return column;
}

// The column with the kind and scale that it has in the release, and the least and the most of its numbers.
Result<Column> in_release(const DividedColumn& released, const Column& column) {
    const Domain& from = column.domain();
    const Domain& like = released.domain;
    std::vector<Code> codes(from.size(), 0);
    DomainPtr domain;
    if (like.is_numeric()) {
        std::vector<Int128> own, all;
        for (Code code = 0; code < from.values(); ++code) {
            const auto value = from.is_numeric() ? placed(from, code, like.kind(), like.scale()) : std::nullopt;
            if (!value || value->more)
                return input_error(
                    format("column {} holds {}, and no released record does: the data have changed "
                           "since the plan was made",
                           quoted(released.name), quoted(from.label(code))));
            own.push_back(value->units);
        }
        all = own;
        if (like.values() > 0) {
            all.push_back(like.units(0));
            all.push_back(like.units(like.values() - 1));
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        for (Code code = 0; code < from.values(); ++code)
            codes[code] = static_cast<Code>(std::lower_bound(all.begin(), all.end(), own[code]) - all.begin());
        domain =
            std::make_shared<Domain>(Domain::of_numbers(std::move(all), like.scale(), like.kind(), from.has_null()));
    } else {
        std::vector<std::string> labels;
        for (Code code = 0; code < from.values(); ++code) labels.push_back(from.label(code));
        std::vector<std::string> sorted = labels;
        std::sort(sorted.begin(), sorted.end());
        for (Code code = 0; code < from.values(); ++code)
            codes[code] =
                static_cast<Code>(std::lower_bound(sorted.begin(), sorted.end(), labels[code]) - sorted.begin());
        domain = std::make_shared<Domain>(Domain::of_text(std::move(sorted), from.has_null()));
    }
    if (from.has_null()) codes[from.null_code()] = domain->null_code();
    return recoded(domain, column.size(), [&](std::size_t row) { return codes[column[row]]; });
}

// Where each value of a column stands among the values of rows that begin files: 2i + 1 is value i, 2i before it.
std::vector<Code> places_of(const Domain& domain, const Domain& starts) {
    std::vector<Code> places;
    places.reserve(domain.size());
    for (Code code = 0; code < domain.values(); ++code) {
        Code at = 0;
        bool equal = false;
        if (starts.is_numeric()) {
            at = starts.lower_bound(domain.units(code));
            equal = at < starts.values() && starts.units(at) == domain.units(code);
        } else {
            const std::string label = domain.label(code);
            Code end = starts.values();
            while (at < end) {
                const Code middle = at + (end - at) / 2;
                if (starts.label(middle) < label)
                    at = middle + 1;
                else
                    end = middle;
            }
            equal = at < starts.values() && starts.label(at) == label;
        }
        places.push_back(2 * at + (equal ? 1 : 0));
    }
    if (domain.has_null()) places.push_back(2 * starts.values() + 1);
    return places;
}

// Rows [begin, end) with the values that occur in them.
encode::TypedRows cut_out(const Tuples& rows, std::size_t begin, std::size_t end) {
    Tuples some;
    some.weights.assign(rows.weights.begin() + static_cast<std::ptrdiff_t>(begin),
                        rows.weights.begin() + static_cast<std::ptrdiff_t>(end));
    some.total = std::accumulate(some.weights.begin(), some.weights.end(), std::uint64_t{0});
    for (std::size_t c = 0; c < rows.table.width(); ++c) {
        const Column& column = rows.table[c];
        const Domain& from = column.domain();
        std::vector<char> occurs(from.size(), 0);
        for (std::size_t row = begin; row < end; ++row) occurs[column[row]] = 1;
        std::vector<Code> codes(from.size(), 0);
        std::vector<std::string> labels;
        std::vector<Int128> units;
        Code next = 0;
        for (Code code = 0; code < from.size(); ++code) {
            if (!occurs[code]) continue;
            codes[code] = next++;
            if (from.has_null() && code == from.null_code()) continue;
            if (from.is_numeric())
                units.push_back(from.units(code));
            else
                labels.push_back(from.label(code));
        }
        const bool null = from.has_null() && occurs[from.null_code()];
        // As few decimals as these numbers need: a histogram is written in one way.
        int scale = from.scale();
        const auto ends_in_zero = [](Int128 value) { return value % 10 == 0; };
        for (; scale > 0 && std::all_of(units.begin(), units.end(), ends_in_zero); --scale)
            for (Int128& value : units) value /= 10;
        auto domain =
            std::make_shared<Domain>(from.is_numeric() ? Domain::of_numbers(std::move(units), scale, from.kind(), null)
                                                       : Domain::of_text(std::move(labels), null));
        some.table.add(rows.table.name(c), recoded(std::move(domain), end - begin,
                                                   [&](std::size_t i) { return codes[column[begin + i]]; }));
    }
    return encode::typed_rows(std::move(some));
}

}  // namespace

Division division_of(const Tuples& released, std::uint64_t records_per_file) {
    Division made;
    std::vector<std::size_t> starts;
    const std::uint64_t files =
        std::min(most_files, (released.total + records_per_file - 1) / std::max<std::uint64_t>(1, records_per_file));
    std::uint64_t before = 0;
    for (std::size_t row = 0; row < released.size(); ++row) {
        // The first row at or behind each of the marks that divide the records evenly.
        const Uint128 mark = Uint128{released.total} * (starts.size() + 1);
        if (row > 0 && starts.size() + 1 < files && Uint128{before} * files >= mark) starts.push_back(row);
        before += released.weights[row];
    }
    made.files = starts.size() + 1;
    for (std::size_t c = 0; c < released.table.width(); ++c) {
        const Column& column = released.table[c];
        std::vector<Code> chosen;
        for (const std::size_t row : starts) chosen.push_back(column[row]);
        auto [domain, codes] = narrowed(column.domain(), chosen);
        for (Code& code : chosen) code = codes[code];
        made.columns.push_back({released.table.name(c), std::move(domain), std::move(chosen)});
    }
    return made;
}

Result<Tuples> as_released(const Division& division, const encode::TypedRows& rows) {
    TableInput input;
    std::vector<std::size_t> places;
    for (const DividedColumn& column : division.columns) {
        const auto found = std::find(rows.names.begin(), rows.names.end(), column.name);
        if (found == rows.names.end()) return fault_error(format("column {} is missing", quoted(column.name)));
        places.push_back(static_cast<std::size_t>(found - rows.names.begin()));
        input.columns.push_back(
            {column.name, column.domain.is_numeric() ? ColumnType::plain : ColumnType::category, {}});
    }
    SCRIM_TRY(Tuples read, encode::read_rows(rows, places, input));
    Tuples made;
    for (std::size_t c = 0; c < division.columns.size(); ++c) {
        SCRIM_TRY(Column column, in_release(division.columns[c], read.table[c]));
        made.table.add(division.columns[c].name, std::move(column));
    }
    made.weights = std::move(read.weights);
    made.total = read.total;
    return distinct_tuples(std::move(made));
}

std::vector<std::pair<std::size_t, encode::TypedRows>> by_file(const Division& division, const Tuples& rows) {
    std::vector<std::vector<Code>> places;
    for (std::size_t c = 0; c < division.columns.size(); ++c)
        places.push_back(places_of(rows.table[c].domain(), division.columns[c].domain));
    // Does the row stand before the first one of that file?
    const auto before = [&](std::size_t row, std::size_t file) {
        for (std::size_t c = 0; c < division.columns.size(); ++c) {
            const Code own = places[c][rows.table[c][row]], other = 2 * division.columns[c].starts[file - 1] + 1;
            if (own != other) return own < other;
        }
        return false;
    };
    std::vector<std::pair<std::size_t, encode::TypedRows>> made;
    std::size_t begin = 0;
    for (std::size_t file = 0; file < division.files && begin < rows.size(); ++file) {
        std::size_t end = rows.size();
        if (file + 1 < division.files) {
            std::size_t low = begin;
            while (low < end) {
                const std::size_t middle = low + (end - low) / 2;
                if (before(middle, file + 1))
                    low = middle + 1;
                else
                    end = middle;
            }
        }
        if (end > begin) made.emplace_back(file, cut_out(rows, begin, end));
        begin = end;
    }
    return made;
}

}  // namespace scrim::planning
