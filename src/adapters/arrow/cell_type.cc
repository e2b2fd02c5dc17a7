#include "adapters/arrow/cell_type.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <vector>

namespace scrim::arrow {
namespace {

using encode::ValueType;

struct Known {
    std::string_view format;
    CellType type;
};

// A format that ends with a colon may be followed by a time zone: instants are in UTC whatever it says.
constexpr Known known[] = {
    {"n", {Layout::none, ValueType::text}},
    {"b", {Layout::bits, ValueType::text}},
    {"c", {Layout::int8, ValueType::integer}},
    {"C", {Layout::uint8, ValueType::integer}},
    {"s", {Layout::int16, ValueType::integer}},
    {"S", {Layout::uint16, ValueType::integer}},
    {"i", {Layout::int32, ValueType::integer}},
    {"I", {Layout::uint32, ValueType::integer}},
    {"l", {Layout::int64, ValueType::integer}},
    {"L", {Layout::uint64, ValueType::natural}},
    {"e", {Layout::float16, ValueType::single}},
    {"f", {Layout::float32, ValueType::single}},
    {"g", {Layout::float64, ValueType::real}},
    {"u", {Layout::text, ValueType::text}},
    {"U", {Layout::large_text, ValueType::text}},
    {"vu", {Layout::text_view, ValueType::text}},
    {"tdD", {Layout::int32, ValueType::date}},
    {"tdm", {Layout::int64, ValueType::date, Unit::day_of_milliseconds}},
    {"tss:", {Layout::int64, ValueType::timestamp, Unit::second}},
    {"tsm:", {Layout::int64, ValueType::timestamp, Unit::millisecond}},
    {"tsu:", {Layout::int64, ValueType::timestamp}},
    {"tsn:", {Layout::int64, ValueType::timestamp, Unit::nanosecond}},
    {"tts", {Layout::int32, ValueType::text, Unit::time_of_seconds}},
    {"ttm", {Layout::int32, ValueType::text, Unit::time_of_milliseconds}},
    {"ttu", {Layout::int64, ValueType::text, Unit::time_of_microseconds}},
    {"ttn", {Layout::int64, ValueType::text, Unit::time_of_nanoseconds}},
};

struct Refused {
    std::string_view start;
    std::string_view holds;
};

constexpr Refused refused[] = {
    {"z", "bytes"},      {"Z", "bytes"},      {"vz", "bytes"}, {"w:", "bytes"},  {"+s", "structs"},
    {"tD", "durations"}, {"ti", "durations"}, {"+m", "maps"},  {"+u", "unions"}, {"+r", "run-end encoded values"},
};

struct KnownLists {
    std::string_view format;
    Lists lists;
};
constexpr KnownLists known_lists[] = {{"+l", Lists::one_after_another},
                                      {"+L", Lists::large_one_after_another},
                                      {"+vl", Lists::views},
                                      {"+vL", Lists::large_views}};
constexpr std::string_view lists_of_one_length = "+w:";

constexpr std::int64_t longest_list = 1 << 30;

Error refuse(std::string_view column, std::string_view holds) {
    return input_error(
        format("column {} holds {}; numbers, dates, timestamps, times of day, text, categories and lists of these are "
               "accepted: convert the column or leave it out",
               quoted(column), holds));
}

// "d:precision,scale" or "d:precision,scale,bits".
std::optional<CellType> decimal_type(std::string_view format) {
    std::vector<int> numbers;
    for (format.remove_prefix(2); !format.empty();) {
        int number = 0;
        const auto [end, error] = std::from_chars(format.data(), format.data() + format.size(), number);
        if (error != std::errc()) return std::nullopt;
        numbers.push_back(number);
        format.remove_prefix(static_cast<std::size_t>(end - format.data()));
        if (format.empty()) break;
        if (format.front() != ',' || format.size() == 1) return std::nullopt;
        format.remove_prefix(1);
    }
    if (numbers.size() < 2 || numbers.size() > 3) return std::nullopt;
    const int precision = numbers[0], scale = numbers[1];
    if (precision < 1 || precision > 76 || scale < -76 || scale > 76) return std::nullopt;
    CellType type{Layout::bytes16, ValueType::decimal, Unit::as_is, scale};
    switch (numbers.size() == 3 ? numbers[2] : 128) {
        case 32: type.layout = Layout::bytes4; break;
        case 64: type.layout = Layout::bytes8; break;
        case 128: break;
        case 256: type.layout = Layout::bytes32; break;
        default: return std::nullopt;
    }
    return type;
}

Result<CellType> plain_type(std::string_view format, std::string_view column) {
    for (const Known& type : known)
        if (format == type.format || (type.format.back() == ':' && format.starts_with(type.format))) return type.type;
    if (format.starts_with("d:"))
        if (const auto type = decimal_type(format)) return *type;
    for (const Refused& type : refused)
        if (format.starts_with(type.start)) return refuse(column, type.holds);
    return refuse(column, scrim::format("values of the unknown Arrow type {}", quoted(format)));
}

bool is_list(std::string_view format) {
    return format.starts_with(lists_of_one_length) ||
           std::any_of(std::begin(known_lists), std::end(known_lists),
                       [&](const KnownLists& type) { return format == type.format; });
}

// A type without lists in it.
Result<CellType> item_type(const ArrowSchema& schema, std::string_view column) {
    if (!schema.format) return input_error(format("column {} has no Arrow type", quoted(column)));
    if (!schema.dictionary) return plain_type(schema.format, column);
    SCRIM_TRY(const CellType index, plain_type(schema.format, column));
    if (!is_index(index.layout) || index.unit != Unit::as_is || index.value == ValueType::date)
        return refuse(column, "a dictionary whose indexes are no integers");
    if (schema.dictionary->dictionary || !schema.dictionary->format)
        return refuse(column, "a dictionary of dictionaries");
    if (is_list(schema.dictionary->format)) return refuse(column, "a dictionary of lists");
    SCRIM_TRY(CellType type, plain_type(schema.dictionary->format, column));
    type.index = index.layout;
    return type;
}

Result<CellType> list_type(const ArrowSchema& schema, std::string_view column) {
    const std::string_view format = schema.format;
    if (schema.dictionary || schema.n_children != 1 || !schema.children || !schema.children[0])
        return input_error(scrim::format("column {} holds lists of {} columns; one is expected", quoted(column),
                                         schema.dictionary ? 0 : schema.n_children));
    const ArrowSchema& items = *schema.children[0];
    if (items.format && std::string_view(items.format).starts_with("+"))
        return refuse(column, is_list(items.format) ? "lists of lists" : "lists of structs, maps or unions");
    SCRIM_TRY(CellType type, item_type(items, column));
    for (const KnownLists& lists : known_lists)
        if (format == lists.format) type.lists = lists.lists;
    if (type.lists) return type;
    const std::string_view length = format.substr(lists_of_one_length.size());
    const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), type.length);
    if (error != std::errc() || end != length.data() + length.size() || type.length < 0 || type.length > longest_list)
        return input_error(
            scrim::format("column {} has lists of a length that cannot be: {}", quoted(column), quoted(format)));
    type.lists = Lists::of_one_length;
    return type;
}

}  // namespace

CellType CellType::of_items() const {
    CellType items = *this;
    items.lists.reset();
    return items;
}

bool is_index(Layout layout) { return layout >= Layout::int8 && layout <= Layout::uint64; }

Result<CellType> cell_type(const ArrowSchema& schema, std::string_view column) {
    if (schema.format && is_list(schema.format)) return list_type(schema, column);
    return item_type(schema, column);
}

}  // namespace scrim::arrow
