#include "adapters/arrow/array_check.h"

#include "kernel/core/text.h"

#include <limits>

namespace scrim::arrow {
namespace {

// Positions stay far from the ends of 64 bits, so that none of our sums of them overflows.
constexpr std::int64_t most_cells = std::int64_t{1} << 56;

std::string wrong_counts(const ArrowArray& array) {
    if (array.length < 0 || array.offset < 0 || array.length > most_cells || array.offset > most_cells)
        return format("its length is {} and its offset {}", array.length, array.offset);
    if (array.null_count < -1 || array.null_count > array.length)
        return format("{} of its {} cells are NULL", array.null_count, array.length);
    if (array.n_buffers < 0 || (array.n_buffers > 0 && !array.buffers))
        return format("it has {} buffers", array.n_buffers);
    return {};
}

template <class Offset>
std::string wrong_offsets(const ArrowArray& array) {
    if (array.offset + array.length == 0) return {};
    const auto* const offsets = static_cast<const Offset*>(array.buffers[1]);
    if (!offsets) return "it has no offsets";
    const Offset first = offsets[array.offset], last = offsets[array.offset + array.length];
    if (first < 0 || last < first) return "its offsets are not ascending";
    if (last > first && !array.buffers[2]) return "it has no text";
    return {};
}

std::string wrong_views(const ArrowArray& array) {
    const std::int64_t texts = array.n_buffers - 3;  // between the views and the texts' sizes
    if (array.length > 0 && !array.buffers[1]) return "it has no cells";
    const auto* const sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
    if (texts > std::numeric_limits<std::int32_t>::max() || (texts > 0 && !sizes))
        return format("it has {} buffers, and no sizes of them", array.n_buffers);
    for (std::int64_t i = 0; i < texts; ++i)
        if (sizes[i] < 0 || (sizes[i] > 0 && !array.buffers[2 + i])) return "it has no text";
    return {};
}

std::string wrong_buffers(const ArrowArray& array, Layout layout) {
    const std::int64_t least = layout == Layout::none ? 0 : layout < Layout::text ? 2 : 3;
    if (array.n_buffers < least || (array.n_buffers > least && layout != Layout::text_view && layout != Layout::none))
        return format("it has {} buffers instead of {}", array.n_buffers, least);
    if (layout == Layout::none) return {};
    if (array.null_count > 0 && !array.buffers[0])
        return format("{} of its cells are NULL, and it does not say which", array.null_count);
    switch (layout) {
        case Layout::text: return wrong_offsets<std::int32_t>(array);
        case Layout::large_text: return wrong_offsets<std::int64_t>(array);
        case Layout::text_view: return wrong_views(array);
        default: return array.length > 0 && !array.buffers[1] ? "it has no cells" : "";
    }
}

std::string wrong_itself(const ArrowArray& array, Layout layout) {
    std::string wrong = wrong_counts(array);
    return wrong.empty() ? wrong_buffers(array, layout) : wrong;
}

// Of lists: how many of the items are looked at is known from the cells alone, which are checked when they are.
std::string wrong_lists(const ArrowArray& array, const CellType& type, std::int64_t needed) {
    if (std::string wrong = wrong_counts(array); !wrong.empty()) return wrong;
    const bool one_length = *type.lists == Lists::of_one_length;
    const bool views = *type.lists == Lists::views || *type.lists == Lists::large_views;
    const std::int64_t least = one_length ? 1 : views ? 3 : 2;
    if (array.n_buffers != least) return format("it has {} buffers instead of {}", array.n_buffers, least);
    if (array.null_count > 0 && !array.buffers[0])
        return format("{} of its cells are NULL, and it does not say which", array.null_count);
    if (array.length < needed) return format("it has {} cells instead of {}", array.length, needed);
    for (std::int64_t b = 1; b < least; ++b)
        if (array.offset + array.length > 0 && !array.buffers[b]) return "it has no offsets";
    if (array.n_children != 1 || !array.children || !array.children[0]) return "its lists have no items";
    std::int64_t items = 0;
    if (one_length && __builtin_mul_overflow(array.offset + needed, type.length, &items))
        return format("it has too few items for lists of {}", type.length);
    const std::string wrong = what_is_wrong(*array.children[0], type.of_items(), items);
    return wrong.empty() ? wrong : "in its lists, " + wrong;
}

}  // namespace

std::string what_is_wrong(const ArrowArray& array, const CellType& type, std::int64_t needed) {
    if (!array.release) return "it was released already";
    if (type.lists) return wrong_lists(array, type, needed);
    if (std::string wrong = wrong_itself(array, type.index.value_or(type.layout)); !wrong.empty()) return wrong;
    if (array.length < needed) return format("it has {} cells instead of {}", array.length, needed);
    if (!type.index) return {};
    if (!array.dictionary) return "it has no dictionary";
    const std::string wrong = wrong_itself(*array.dictionary, type.layout);
    return wrong.empty() ? wrong : "in its dictionary, " + wrong;
}

std::string what_is_wrong(const ArrowArray& batch, std::size_t columns) {
    if (std::string wrong = wrong_counts(batch); !wrong.empty()) return wrong;
    if (batch.n_children < 0 || static_cast<std::size_t>(batch.n_children) != columns)
        return format("it has {} columns instead of {}", batch.n_children, columns);
    if (columns > 0 && !batch.children) return "it has no columns";
    for (std::size_t c = 0; c < columns; ++c)
        if (!batch.children[c]) return format("it has no column {}", c + 1);
    if (batch.n_buffers > 1) return format("it has {} buffers instead of 1", batch.n_buffers);
    const auto* const valid = batch.n_buffers == 1 ? static_cast<const std::uint8_t*>(batch.buffers[0]) : nullptr;
    if (!valid) return batch.null_count > 0 ? "whole rows of it are NULL" : "";
    if (batch.null_count == 0) return {};
    for (std::int64_t i = batch.offset; i < batch.offset + batch.length; ++i)
        if (!(valid[i / 8] >> (i % 8) & 1)) return "whole rows of it are NULL";
    return {};
}

}  // namespace scrim::arrow
