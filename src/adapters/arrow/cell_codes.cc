#include "adapters/arrow/cell_codes.h"

#include "adapters/arrow/half.h"
#include "adapters/arrow/list_text.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace scrim::arrow {
namespace {

constexpr const char* bad_offsets = "its offsets are not ascending";
constexpr const char* bad_index = "an index is outside its dictionary";

// A number as its dictionary takes it: one zero, one NaN.
std::uint64_t key(double value) {
    return std::bit_cast<std::uint64_t>(value != value ? std::numeric_limits<double>::quiet_NaN()
                                        : value == 0   ? 0.0
                                                       : value);
}
std::uint64_t key(float value) {
    return std::bit_cast<std::uint32_t>(value != value ? std::numeric_limits<float>::quiet_NaN()
                                        : value == 0   ? 0.0f
                                                       : value);
}
template <std::integral T>
std::uint64_t key(T value) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

bool bit(const std::uint8_t* bits, std::int64_t place) { return bits[place / 8] >> (place % 8) & 1; }

template <class T>
const T* cells_of(const ArrowArray& array) {
    return static_cast<const T*>(array.buffers[1]);
}

// codes[i] = code_of(first + i) where the cell is valid, else 0; false as soon as code_of gives nothing.
template <class CodeOf>
bool each_cell(const ArrowArray& array, std::int64_t first, std::span<Code> codes, bool& has_null, CodeOf code_of) {
    const auto* const valid = array.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const std::int64_t place = first + static_cast<std::int64_t>(i);
        if (valid && !bit(valid, place)) {
            codes[i] = 0;
            has_null = true;
            continue;
        }
        const std::optional<Code> code = code_of(place);
        if (!code) return false;
        codes[i] = *code;
    }
    return true;
}

// f(T()) for the integer type T of this layout.
template <class F>
auto with_integer(Layout layout, F f) {
    switch (layout) {
        case Layout::int8: return f(std::int8_t{});
        case Layout::int16: return f(std::int16_t{});
        case Layout::int32: return f(std::int32_t{});
        case Layout::uint8: return f(std::uint8_t{});
        case Layout::uint16: return f(std::uint16_t{});
        case Layout::uint32: return f(std::uint32_t{});
        case Layout::uint64: return f(std::uint64_t{});
        default: return f(std::int64_t{});
    }
}

template <class Offset>
std::optional<std::string_view> text_at(const ArrowArray& array, std::int64_t place) {
    const Offset* const offsets = cells_of<Offset>(array);
    const Offset begin = offsets[place], end = offsets[place + 1];
    if (begin < 0 || end < begin) return std::nullopt;
    if (begin == end) return std::string_view("");
    if (!array.buffers[2]) return std::nullopt;
    return std::string_view(static_cast<const char*>(array.buffers[2]) + begin, static_cast<std::size_t>(end - begin));
}

// 16 bytes: the length, then up to 12 bytes of text; or 4 of them, the number of a buffer, and a place there.
std::optional<std::string_view> viewed_text(const ArrowArray& array, std::int64_t place) {
    const char* const view = cells_of<char>(array) + 16 * place;
    std::int32_t parts[4];
    std::memcpy(parts, view, sizeof parts);
    const auto [length, start, buffer, offset] = parts;
    if (length < 0) return std::nullopt;
    if (length <= 12) return std::string_view(view + 4, static_cast<std::size_t>(length));
    if (buffer < 0 || offset < 0 || buffer >= array.n_buffers - 3) return std::nullopt;
    const auto* const sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
    if (std::int64_t{offset} + length > sizes[buffer]) return std::nullopt;
    return std::string_view(static_cast<const char*>(array.buffers[2 + buffer]) + offset,
                            static_cast<std::size_t>(length));
}

// Which items of the array of all items, its own offset left aside, are those of one list.
struct ItemRun {
    std::int64_t begin, count;
};

template <class Offset>
ItemRun run_between_offsets(const ArrowArray& array, std::int64_t place) {
    const Offset* const offsets = cells_of<Offset>(array);
    return {offsets[place], std::int64_t{offsets[place + 1]} - offsets[place]};
}

template <class Offset>
ItemRun viewed_run(const ArrowArray& array, std::int64_t place) {
    return {cells_of<Offset>(array)[place], static_cast<const Offset*>(array.buffers[2])[place]};
}

// Nothing where the array of items does not have them.
std::optional<ItemRun> items_at(const ArrowArray& array, const CellType& type, std::int64_t place) {
    const auto run = [&]() -> ItemRun {
        switch (*type.lists) {
            case Lists::one_after_another: return run_between_offsets<std::int32_t>(array, place);
            case Lists::large_one_after_another: return run_between_offsets<std::int64_t>(array, place);
            case Lists::of_one_length: return {place * type.length, type.length};
            case Lists::views: return viewed_run<std::int32_t>(array, place);
            case Lists::large_views: return viewed_run<std::int64_t>(array, place);
        }
        return {0, 0};
    }();
    const std::int64_t all = array.children[0]->length;
    if (run.begin < 0 || run.count < 0 || run.begin > all || run.count > all - run.begin) return std::nullopt;
    return run;
}

// The key of a cell in its dictionary, by layout, to `with`, which is given a function of the cell's place.
template <class With>
bool with_keys(const ArrowArray& array, Layout layout, With with) {
    const auto bytes = [&](std::size_t width) {
        return with([cells = cells_of<char>(array), width](std::int64_t place) -> std::optional<std::string_view> {
            return std::string_view(cells + place * static_cast<std::int64_t>(width), width);
        });
    };
    switch (layout) {
        case Layout::none: return false;
        case Layout::bits:
            return with([bits = cells_of<std::uint8_t>(array)](std::int64_t place) -> std::optional<std::string_view> {
                return bit(bits, place) ? "true" : "false";
            });
        case Layout::float16:
            return with([cells = cells_of<std::uint16_t>(array)](std::int64_t place) {
                return std::optional(key(half_to_float(cells[place])));
            });
        case Layout::float32:
            return with(
                [cells = cells_of<float>(array)](std::int64_t place) { return std::optional(key(cells[place])); });
        case Layout::float64:
            return with(
                [cells = cells_of<double>(array)](std::int64_t place) { return std::optional(key(cells[place])); });
        case Layout::bytes4: return bytes(4);
        case Layout::bytes8: return bytes(8);
        case Layout::bytes16: return bytes(16);
        case Layout::bytes32: return bytes(32);
        case Layout::text: return with([&](std::int64_t place) { return text_at<std::int32_t>(array, place); });
        case Layout::large_text: return with([&](std::int64_t place) { return text_at<std::int64_t>(array, place); });
        case Layout::text_view: return with([&](std::int64_t place) { return viewed_text(array, place); });
        default:
            return with_integer(layout, [&]<class T>(T) {
                return with(
                    [cells = cells_of<T>(array)](std::int64_t place) { return std::optional(key(cells[place])); });
            });
    }
}

// The codes of cells that are no indexes.
bool look_up_values(const ArrowArray& array, Layout layout, std::int64_t first, encode::Dictionary& dictionary,
                    std::span<Code> codes) {
    if (layout == Layout::none) {
        std::fill(codes.begin(), codes.end(), Code{0});
        dictionary.has_null = true;
        return true;
    }
    return with_keys(array, layout, [&](auto key_of) {
        using Key = typename decltype(key_of(0))::value_type;
        using Values =
            std::conditional_t<std::is_same_v<Key, std::uint64_t>, encode::NumberDictionary, encode::TextDictionary>;
        Values& values = std::get<Values>(dictionary.values);
        return each_cell(array, first, codes, dictionary.has_null, [&](std::int64_t place) -> std::optional<Code> {
            const std::optional<Key> found = key_of(place);
            if (!found) return std::nullopt;
            return values.add(*found);
        });
    });
}

// Whether two arrays are the same cells: many producers export one dictionary with every batch.
bool same_cells(const ArrowArray& a, const ArrowArray& b) {
    return a.length == b.length && a.offset == b.offset && a.n_buffers == b.n_buffers && a.null_count == b.null_count &&
           (a.buffers == b.buffers ||
            (a.buffers && b.buffers && std::equal(a.buffers, a.buffers + a.n_buffers, b.buffers)));
}

bool holds_text(Layout layout) { return layout == Layout::none || layout == Layout::bits || layout >= Layout::bytes4; }

}  // namespace

CellCodes::CellCodes(const CellType& type) : type_(type) {
    if (type.lists || holds_text(type.layout)) dictionary_.values = encode::TextDictionary();
    if (type.lists) items_ = std::make_unique<CellCodes>(type.of_items());
}

const char* CellCodes::look_up(const ArrowArray& array, std::int64_t first, std::span<Code> codes) {
    if (type_.lists) return look_up_lists(array, first, codes);
    if (type_.index) return look_up_indexed(array, first, codes);
    return look_up_values(array, type_.layout, first, dictionary_, codes) ? nullptr : bad_offsets;
}

const char* CellCodes::look_up_lists(const ArrowArray& array, std::int64_t first, std::span<Code> codes) {
    const ArrowArray& items = *array.children[0];
    auto& lists = std::get<encode::TextDictionary>(dictionary_.values);
    const char* wrong = nullptr;
    each_cell(array, first, codes, dictionary_.has_null, [&](std::int64_t place) -> std::optional<Code> {
        const std::optional<ItemRun> run = items_at(array, type_, place);
        wrong = run ? nullptr : bad_offsets;
        if (!run) return std::nullopt;
        codes_of_items_.resize(static_cast<std::size_t>(run->count));
        wrong = items_->look_up(items, items.offset + run->begin, codes_of_items_);
        if (wrong) return std::nullopt;
        return lists.add(list_key(codes_of_items_));
    });
    return wrong;
}

const char* CellCodes::look_up_indexed(const ArrowArray& array, std::int64_t first, std::span<Code> codes) {
    constexpr Code not_met = 0xFFFF'FFFF;
    const ArrowArray& values = *array.dictionary;
    if (!same_cells(values, indexed_)) {
        indexed_ = values;
        code_of_index_.assign(static_cast<std::size_t>(values.length), not_met);
    }
    const char* wrong = nullptr;
    const auto code_of = [&](std::uint64_t index) -> std::optional<Code> {
        if (index >= code_of_index_.size()) {
            wrong = bad_index;
            return std::nullopt;
        }
        Code& code = code_of_index_[index];
        if (code == not_met && !look_up_values(values, type_.layout, values.offset + static_cast<std::int64_t>(index),
                                               dictionary_, {&code, 1})) {
            wrong = bad_offsets;
            return std::nullopt;
        }
        return code;
    };
    (void)with_integer(*type_.index, [&]<class T>(T) {
        const T* const cells = cells_of<T>(array);
        return each_cell(array, first, codes, dictionary_.has_null,
                         [&](std::int64_t place) { return code_of(static_cast<std::uint64_t>(cells[place])); });
    });
    return wrong;
}

}  // namespace scrim::arrow
