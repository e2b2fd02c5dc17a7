#include "adapters/arrow/written_items.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace scrim::arrow {
namespace {

std::size_t width_of(Layout layout) {
    switch (layout) {
        case Layout::int8:
        case Layout::uint8: return 1;
        case Layout::int16:
        case Layout::uint16: return 2;
        case Layout::int32:
        case Layout::uint32:
        case Layout::float16:
        case Layout::float32:
        case Layout::bytes4: return 4;
        case Layout::int64:
        case Layout::uint64:
        case Layout::float64:
        case Layout::bytes8: return 8;
        case Layout::bytes16: return 16;
        case Layout::bytes32: return 32;
        case Layout::none:
        case Layout::bits:
        case Layout::text:
        case Layout::large_text:
        case Layout::text_view: break;
    }
    return 0;
}

bool is_text(Layout layout) { return layout >= Layout::text; }

void set_bit(std::vector<char>& bits, std::size_t place) {
    bits[place / 8] = static_cast<char>(bits[place / 8] | 1 << (place % 8));
}

}  // namespace

WrittenItems::WrittenItems(const ArrowSchema& schema, const CellType& type, const encode::Dictionary& values,
                           std::size_t most_items)
    : format_(schema.dictionary ? schema.dictionary->format : schema.format),
      width_(width_of(type.layout)),
      layout_(type.layout) {
    if (layout_ == Layout::float16) format_ = "f";
    if (const auto* const texts = std::get_if<encode::TextDictionary>(&values.values)) {
        values_.assign(texts->values().begin(), texts->values().end());
        if (!is_text(layout_)) return;
        constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
        std::size_t longest = 0;
        for (const std::string& text : values_) longest = std::max(longest, text.size());
        large_ = layout_ != Layout::text || (most_items > 0 && longest > most / most_items);
        format_ = large_ ? "U" : "u";
        return;
    }
    for (const std::uint64_t bits : std::get<encode::NumberDictionary>(values.values).values())
        values_.emplace_back(reinterpret_cast<const char*>(&bits), width_);  // the lowest bytes come first
}

OwnedArray WrittenItems::cells(const std::vector<Code>& codes) const {
    struct Own {
        std::vector<char> valid, cells;
        TextBuffers text;
    };
    const auto own = std::make_shared<Own>();
    ArrayParts parts{static_cast<std::int64_t>(codes.size())};
    if (layout_ == Layout::none) {
        parts.null_count = parts.length;
        return export_array(std::move(parts));
    }
    own->valid.assign(codes.size() / 8 + 1, 0);
    own->cells.assign(layout_ == Layout::bits ? codes.size() / 8 + 1 : codes.size() * width_ + 1, 0);
    if (is_text(layout_)) own->text.put_offset(large_);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const std::string_view value = codes[i] > 0 ? std::string_view(values_[codes[i] - 1]) : std::string_view();
        if (codes[i] > 0)
            set_bit(own->valid, i);
        else
            ++parts.null_count;
        if (width_ > 0)
            value.copy(own->cells.data() + i * width_, width_);
        else if (is_text(layout_))
            own->text.bytes.insert(own->text.bytes.end(), value.begin(), value.end());
        else if (value == "true")
            set_bit(own->cells, i);
        if (is_text(layout_)) own->text.put_offset(large_);
    }
    parts.buffers.push_back(parts.null_count > 0 ? own->valid.data() : nullptr);
    if (is_text(layout_)) {
        own->text.bytes.reserve(1);
        own->text.add_to(parts);
    } else {
        parts.buffers.push_back(own->cells.data());
    }
    parts.keep = own;
    return export_array(std::move(parts));
}

}  // namespace scrim::arrow
