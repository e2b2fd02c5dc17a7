#include "kernel/encode/typed_rows.h"

#include "kernel/core/number_text.h"
#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "kernel/encode/meant_domain.h"
#include "kernel/encode/row_limit.h"
#include "kernel/encode/segment.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrim::encode {
namespace {

// A domain that only says how many codes there are.
DomainPtr numbered(Code size) {
    std::vector<Int128> units(size);
    std::iota(units.begin(), units.end(), Int128{0});
    return std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
}

std::uint8_t kind_bit(Domain::Kind kind) { return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind)); }

TypedValues typed_values(const Domain& domain) {
    TypedValues made;
    made.has_null = domain.has_null();
    made.kinds = kind_bit(domain.kind());
    for (Code code = 0; code < domain.values(); ++code) switch (domain.kind()) {
            case Domain::Kind::text: made.texts.push_back(domain.label(code)); break;
            case Domain::Kind::number: made.numbers.push_back(domain.units(code)); break;
            case Domain::Kind::date: made.dates.push_back(static_cast<std::int64_t>(domain.units(code))); break;
            case Domain::Kind::timestamp:
                made.timestamps.push_back(static_cast<std::int64_t>(domain.units(code)));
                break;
        }
    made.scale = domain.kind() == Domain::Kind::number ? domain.scale() : 0;
    return made;
}

template <class T>
void unite(std::vector<T>& all, const std::vector<T>& more) {
    std::vector<T> both;
    both.reserve(all.size() + more.size());
    std::set_union(all.begin(), all.end(), more.begin(), more.end(), std::back_inserter(both));
    all = std::move(both);
}

Result<std::vector<Int128>> rescaled(const std::string& column, const TypedValues& values, int scale) {
    const Int128 too_wide = *power_of_ten(38);
    std::vector<Int128> made;
    made.reserve(values.numbers.size());
    for (const Int128 units : values.numbers) {
        const auto wider = rescale(units, values.scale, scale);
        if (!wider || *wider >= too_wide || *wider <= -too_wide)
            return input_error(format(
                "column {} holds {}, with which it needs more than 38 digits; round the column to fewer decimals",
                quoted(column), quoted(format_decimal(units, values.scale))));
        made.push_back(*wider);
    }
    return made;
}

Result<TypedValues> united_values(const std::string& column, std::span<const TypedValues* const> parts) {
    TypedValues all;
    for (const TypedValues* part : parts) all.scale = std::max(all.scale, part->scale);
    for (const TypedValues* part : parts) {
        SCRIM_TRY(const std::vector<Int128> numbers, rescaled(column, *part, all.scale));
        unite(all.numbers, numbers);
        unite(all.texts, part->texts);
        unite(all.dates, part->dates);
        unite(all.timestamps, part->timestamps);
        all.has_null = all.has_null || part->has_null;
        all.kinds = static_cast<std::uint8_t>(all.kinds | part->kinds);
    }
    const std::uint64_t values =
        std::uint64_t{all.texts.size()} + all.numbers.size() + all.dates.size() + all.timestamps.size();
    if (values > most_distinct_values)
        return input_error(format("column {} has {} distinct values; at most {} are accepted", quoted(column),
                                  with_thousands(values), with_thousands(most_distinct_values)));
    return all;
}

template <class T>
void add_codes(std::vector<Code>& codes, Code first, const std::vector<T>& all, const std::vector<T>& some) {
    auto from = all.begin();
    for (const T& value : some) {
        from = std::lower_bound(from, all.end(), value);
        codes.push_back(first + static_cast<Code>(from - all.begin()));
    }
}

// The code among all of each value of the part.
Result<std::vector<Code>> codes_among(const std::string& column, const TypedValues& all, const TypedValues& part) {
    SCRIM_TRY(const std::vector<Int128> numbers, rescaled(column, part, all.scale));
    std::vector<Code> codes;
    codes.reserve(part.size());
    Code first = 0;
    add_codes(codes, first, all.texts, part.texts);
    add_codes(codes, first += static_cast<Code>(all.texts.size()), all.numbers, numbers);
    add_codes(codes, first += static_cast<Code>(all.numbers.size()), all.dates, part.dates);
    add_codes(codes, first += static_cast<Code>(all.dates.size()), all.timestamps, part.timestamps);
    if (part.has_null) codes.push_back(all.values());
    return codes;
}

const TypedColumn* find(const TypedRows& rows, const std::string& name) {
    const auto found = std::find(rows.names.begin(), rows.names.end(), name);
    return found == rows.names.end() ? nullptr : &rows.columns[static_cast<std::size_t>(found - rows.names.begin())];
}

Result<void> check_same_columns(const TypedRows& first, const TypedRows& other) {
    for (const TypedRows* one : {&first, &other})
        for (const std::string& name : one->names)
            if (!find(one == &first ? other : first, name))
                return input_error(
                    format("the parts have different columns: {} is in one, and not in another; make the histogram of "
                           "each part with the same columns",
                           quoted(name)));
    return {};
}

// Each code of `codes` by `map`, behind those that are there.
void append(std::vector<Code>& all, const Column::Codes& codes, const std::vector<Code>& map) {
    std::visit(
        [&](const auto& from) {
            for (const auto code : from) all.push_back(map[code]);
        },
        codes);
}

// Equal rows as one, in the order of their codes.
void sort_rows(TypedRows& rows, const std::vector<std::vector<Code>>& codes,
               const std::vector<std::uint64_t>& weights) {
    Table table;
    std::vector<std::size_t> places(codes.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    for (std::size_t c = 0; c < codes.size(); ++c)
        table.add(rows.names[c], Column(numbered(rows.columns[c].values->size()), codes[c]));
    const Partition classes = group_by(table, places);
    rows.weights.reserve(classes.size());
    for (std::size_t row = 0; row < classes.size(); ++row) {
        std::uint64_t weight = 0;
        for (const std::uint32_t from : classes[row]) weight += weights[from];
        rows.weights.push_back(weight);
        rows.total += weight;
    }
    std::vector<Code> own(classes.size());
    for (std::size_t c = 0; c < codes.size(); ++c) {
        for (std::size_t row = 0; row < classes.size(); ++row) own[row] = codes[c][classes[row].front()];
        rows.columns[c].codes = narrowed(own, rows.columns[c].values->size());
    }
}

// Are all values of this kind? Where there are none, the sources' types tell.
bool only(const TypedValues& values, Domain::Kind kind, std::size_t of_kind) {
    return of_kind == values.values() && (of_kind > 0 || values.kinds == kind_bit(kind));
}

// How a typed value is written where text is among the others.
std::string text_of(const TypedValues& values, Code code) {
    if (code < values.texts.size()) return values.texts[code];
    code -= static_cast<Code>(values.texts.size());
    if (code < values.numbers.size()) return format_decimal(values.numbers[code], values.scale);
    code -= static_cast<Code>(values.numbers.size());
    if (code < values.dates.size()) return format_date(values.dates[code]);
    return format_timestamp(values.timestamps[code - values.dates.size()]);
}

// The values as one dictionary, and what it calls each of them.
struct Looked {
    Dictionary dictionary;
    ValueType type = ValueType::text;
    std::vector<Code> codes;
};

Looked looked_up(const TypedValues& values) {
    Looked made;
    made.dictionary.has_null = values.has_null;
    const bool dates = only(values, Domain::Kind::date, values.dates.size());
    if (only(values, Domain::Kind::number, values.numbers.size())) {
        made.type = ValueType::decimal;
        TextDictionary numbers;
        for (const Int128& units : values.numbers) made.codes.push_back(numbers.add(decimal_key(units)));
        made.dictionary.values = std::move(numbers);
    } else if (dates || only(values, Domain::Kind::timestamp, values.timestamps.size())) {
        made.type = dates ? ValueType::date : ValueType::timestamp;
        NumberDictionary days;
        for (const std::int64_t value : dates ? values.dates : values.timestamps)
            made.codes.push_back(days.add(static_cast<std::uint64_t>(value)));
        made.dictionary.values = std::move(days);
    } else {
        TextDictionary texts;
        for (Code code = 0; code < values.values(); ++code) made.codes.push_back(texts.add(text_of(values, code)));
        made.dictionary.values = std::move(texts);
    }
    if (values.has_null) made.codes.push_back(0);
    return made;
}

}  // namespace

Column::Codes narrowed(std::span<const Code> codes, Code size) { return pack(codes, size > 0 ? size - 1 : 0); }

TypedRows typed_rows(Tuples rows) {
    TypedRows made;
    made.names = rows.table.names();
    for (std::size_t c = 0; c < rows.table.width(); ++c) {
        const Column column = rows.table.take(c);
        auto values = std::make_shared<TypedValues>(typed_values(column.domain()));
        std::vector<Code> codes(column.size());
        column.visit([&](auto own) { std::copy(own.begin(), own.end(), codes.begin()); });
        Column::Codes narrow = narrowed(codes, values->size());
        made.columns.push_back({std::move(values), std::move(narrow)});
    }
    made.weights.assign(rows.weights.begin(), rows.weights.end());
    made.total = rows.total;
    return made;
}

TypedRows no_rows(std::span<const std::string> names) {
    TypedRows made;
    made.names.assign(names.begin(), names.end());
    made.columns.assign(names.size(), {std::make_shared<TypedValues>(), std::vector<std::uint8_t>()});
    return made;
}

Result<TypedRows> united(std::span<const TypedRows* const> parts) {
    TypedRows made;
    std::uint64_t rows = 0, records = 0;
    for (const TypedRows* part : parts) {
        SCRIM_CHECK(check_same_columns(*parts.front(), *part));
        rows += part->size();
        if (__builtin_add_overflow(records, part->total, &records))
            return input_error("the parts hold more records than 64 bits count");
        for (const std::string& name : part->left_out)
            if (std::find(made.left_out.begin(), made.left_out.end(), name) == made.left_out.end())
                made.left_out.push_back(name);
    }
    std::sort(made.left_out.begin(), made.left_out.end());
    if (rows > most_rows)
        return input_error(format("the parts hold {} different rows; at most {} are united at a time",
                                  with_thousands(rows), with_thousands(most_rows)));
    made.names = parts.front()->names;
    std::vector<std::vector<Code>> codes;
    for (const std::string& name : made.names) {
        std::vector<const TypedValues*> values;
        for (const TypedRows* part : parts) values.push_back(find(*part, name)->values.get());
        SCRIM_TRY(auto all, united_values(name, values));
        std::vector<Code>& own = codes.emplace_back();
        own.reserve(rows);
        for (const TypedRows* part : parts) {
            const TypedColumn& from = *find(*part, name);
            SCRIM_TRY(const std::vector<Code> map, codes_among(name, all, *from.values));
            append(own, from.codes, map);
        }
        made.columns.push_back({std::make_shared<TypedValues>(std::move(all)), {}});
    }
    std::vector<std::uint64_t> weights;
    weights.reserve(rows);
    for (const TypedRows* part : parts) weights.insert(weights.end(), part->weights.begin(), part->weights.end());
    sort_rows(made, codes, weights);
    return made;
}

Result<BuiltDomain> read_values(const std::string& name, const TypedValues& values, const Meaning& meaning) {
    Looked looked = looked_up(values);
    SCRIM_TRY(BuiltDomain built, build_meant_domain(name, looked.type, values.scale, {&looked.dictionary, 1}, meaning));
    for (Code& code : looked.codes) code = built.final_codes.front()[code];
    return BuiltDomain{std::move(built.domain), {std::move(looked.codes)}};
}

Result<Tuples> read_rows(const TypedRows& rows, std::span<const std::size_t> places, const TableInput& input) {
    SCRIM_CHECK(check_rows(rows.total));
    Tuples made;
    for (const std::size_t place : places) {
        const TypedColumn& from = rows.columns[place];
        SCRIM_TRY(const BuiltDomain built,
                  read_values(rows.names[place], *from.values, meaning_of(rows.names[place], input)));
        const std::vector<Code>& codes = built.final_codes.front();
        Column column(built.domain, rows.size());
        column.visit([&](auto into) {
            using Narrow = typename decltype(into)::value_type;
            std::visit(
                [&](const auto& own) {
                    for (std::size_t row = 0; row < own.size(); ++row) into[row] = static_cast<Narrow>(codes[own[row]]);
                },
                from.codes);
        });
        made.table.add(rows.names[place], std::move(column));
    }
    made.weights.assign(rows.weights.begin(), rows.weights.end());
    made.total = rows.total;
    return made;
}

}  // namespace scrim::encode
