#include "kernel/encode/typed_file.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <unordered_set>
#include <utility>

namespace scrim::encode {
namespace {

constexpr int most_digits = 38;
constexpr std::int64_t no_day = std::numeric_limits<std::int32_t>::max();  // infinite dates and beyond
constexpr std::int64_t no_instant = std::numeric_limits<std::int64_t>::max();

template <class T>
void write_ascending(ByteWriter& out, const std::vector<T>& values) {
    out.number(values.size());
    Int128 before = 0;
    for (const T value : values) {
        out.wide(static_cast<Int128>(static_cast<Uint128>(value) - static_cast<Uint128>(before)));  // may turn around
        before = value;
    }
}

// All between -limit and limit, which are not among them.
template <class T>
std::vector<T> take_ascending(ByteReader& in, Int128 limit) {
    std::vector<T> values(in.count(1));
    Int128 before = 0;
    bool first = true;
    for (T& value : values) {
        const auto next = static_cast<Int128>(static_cast<Uint128>(before) + static_cast<Uint128>(in.wide()));
        if ((!first && next <= before) || next >= limit || next <= -limit) return in.fail(), std::vector<T>();
        before = next;
        value = static_cast<T>(next);
        first = false;
    }
    return values;
}

bool ends_with_zero(const std::vector<Int128>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](Int128 units) { return units % 10 == 0; });
}

void write_codes(ByteWriter& out, const Column::Codes& codes) {
    std::visit([&](const auto& own) { out.bytes(own.data(), own.size() * sizeof own[0]); }, codes);
}

template <class Narrow>
Column::Codes take_codes(ByteReader& in, std::size_t rows, Code size) {
    std::vector<Narrow> codes(rows);
    const std::string_view bytes = in.bytes(rows * sizeof(Narrow));
    if (in.failed()) return codes;
    if (rows > 0) std::memcpy(codes.data(), bytes.data(), bytes.size());
    for (const Narrow code : codes)
        if (code >= size) return in.fail(), codes;
    return codes;
}

Column::Codes take_codes(ByteReader& in, std::size_t rows, Code size) {
    switch (narrowed({}, size).index()) {
        case 0: return take_codes<std::uint8_t>(in, rows, size);
        case 1: return take_codes<std::uint16_t>(in, rows, size);
        default: return take_codes<std::uint32_t>(in, rows, size);
    }
}

bool ascending(const TypedRows& rows) {
    std::vector<char> told(rows.size(), rows.size() == 0);  // apart from the row before
    if (!told.empty()) told[0] = 1;
    bool sorted = true;
    for (const TypedColumn& column : rows.columns)
        std::visit(
            [&](const auto& codes) {
                for (std::size_t row = 1; row < codes.size(); ++row) {
                    if (told[row]) continue;
                    sorted = sorted && codes[row - 1] <= codes[row];
                    told[row] = codes[row - 1] != codes[row];
                }
            },
            column.codes);
    return sorted && std::all_of(told.begin(), told.end(), [](char apart) { return apart != 0; });
}

}  // namespace

void write_values(ByteWriter& out, const TypedValues& values) {
    out.number(values.kinds * 2u + (values.has_null ? 1 : 0));
    out.number(values.texts.size());
    for (const std::string& text : values.texts) out.text(text);
    out.number(static_cast<std::uint64_t>(values.scale));
    write_ascending(out, values.numbers);
    write_ascending(out, values.dates);
    write_ascending(out, values.timestamps);
}

TypedValues take_values(ByteReader& in) {
    TypedValues values;
    const std::uint64_t told = in.number();
    values.has_null = told % 2 == 1;
    values.kinds = static_cast<std::uint8_t>(told / 2);
    values.texts.resize(in.count(1));
    for (std::size_t i = 0; i < values.texts.size() && !in.failed(); ++i) {
        values.texts[i] = in.text();
        if (!is_utf8(values.texts[i]) || (i > 0 && values.texts[i - 1] >= values.texts[i])) in.fail();
    }
    const std::uint64_t scale = in.number();
    values.scale = static_cast<int>(std::min<std::uint64_t>(scale, most_digits));
    values.numbers = take_ascending<Int128>(in, *power_of_ten(most_digits));
    values.dates = take_ascending<std::int64_t>(in, no_day);
    values.timestamps = take_ascending<std::int64_t>(in, no_instant);
    const std::uint64_t all =
        std::uint64_t{values.texts.size()} + values.numbers.size() + values.dates.size() + values.timestamps.size();
    const bool kinds[] = {!values.texts.empty(), !values.numbers.empty(), !values.dates.empty(),
                          !values.timestamps.empty()};
    for (unsigned kind = 0; kind < 4; ++kind)
        if (kinds[kind] && !(values.kinds >> kind & 1)) in.fail();
    if (told > 31 || scale > most_digits || (scale > 0 && ends_with_zero(values.numbers)) || all > most_distinct_values)
        in.fail();
    return in.failed() ? TypedValues() : values;
}

void write_rows(ByteWriter& out, const TypedRows& rows) {
    out.number(rows.columns.size());
    out.number(rows.size());
    for (const std::uint64_t weight : rows.weights) out.number(weight);
    for (std::size_t c = 0; c < rows.columns.size(); ++c) {
        out.text(rows.names[c]);
        write_values(out, *rows.columns[c].values);
        write_codes(out, rows.columns[c].codes);
    }
    out.number(rows.left_out.size());
    for (const std::string& name : rows.left_out) out.text(name);
}

TypedRows take_rows(ByteReader& in) {
    TypedRows rows;
    const std::uint64_t width = in.count(1);
    rows.weights.resize(in.count(1));
    for (std::uint64_t& weight : rows.weights) {
        weight = in.number();
        if (weight == 0 || __builtin_add_overflow(rows.total, weight, &rows.total)) in.fail();
        if (in.failed()) return {};
    }
    std::unordered_set<std::string> names;
    for (std::uint64_t c = 0; c < width && !in.failed(); ++c) {
        std::string name(in.text());
        if (!is_utf8(name) || !names.insert(name).second) in.fail();
        TypedValues values = take_values(in);
        const Code size = values.size();
        Column::Codes codes = take_codes(in, rows.size(), size);
        rows.names.push_back(std::move(name));
        rows.columns.push_back({std::make_shared<TypedValues>(std::move(values)), std::move(codes)});
    }
    rows.left_out.resize(in.count(1));
    for (std::string& name : rows.left_out) name = in.text();
    for (const std::string& name : rows.left_out)
        if (!is_utf8(name)) in.fail();
    if (in.failed() || rows.columns.empty() || !ascending(rows)) {
        in.fail();
        return {};
    }
    return rows;
}

}  // namespace scrim::encode
