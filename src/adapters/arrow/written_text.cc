#include "adapters/arrow/written_text.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace scrim::arrow {

void TextBuffers::put_offset(bool large) {
    if (large)
        large_offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    else
        offsets.push_back(static_cast<std::int32_t>(bytes.size()));
}

void TextBuffers::add_to(ArrayParts& parts) const {
    parts.buffers.push_back(large_offsets.empty() ? static_cast<const void*>(offsets.data()) : large_offsets.data());
    parts.buffers.push_back(bytes.data());
}

TextValues::TextValues(const Domain& domain, std::size_t batch_rows) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    std::size_t longest = 0;
    for (Code code = 0; code < domain.values(); ++code) {
        const std::size_t length = domain.label(code).size();
        longest = std::max(longest, length);
        starts_.push_back(starts_.back() + length);
    }
    large_ = starts_.back() > most || longest > most / batch_rows;
    values_.bytes.reserve(starts_.back() + 1);  // a place even where all texts are empty
    values_.put_offset(large_);
    for (Code code = 0; code < domain.values(); ++code) {
        const std::string label = domain.label(code);
        values_.bytes.insert(values_.bytes.end(), label.begin(), label.end());
        values_.put_offset(large_);
    }
}

OwnedArray TextValues::dictionary(std::shared_ptr<const void> keep) const {
    ArrayParts parts{static_cast<std::int64_t>(starts_.size() - 1), 0, 0, {nullptr}};
    values_.add_to(parts);
    parts.keep = std::move(keep);
    return export_array(std::move(parts));
}

TextBuffers TextValues::cells(const std::vector<Code>& codes) const {
    TextBuffers text;
    text.bytes.reserve(1);
    text.put_offset(large_);
    for (const Code code : codes) {
        if (std::size_t{code} + 1 < starts_.size())
            text.bytes.insert(text.bytes.end(), values_.bytes.begin() + static_cast<std::ptrdiff_t>(starts_[code]),
                              values_.bytes.begin() + static_cast<std::ptrdiff_t>(starts_[code + 1]));
        text.put_offset(large_);
    }
    return text;
}

}  // namespace scrim::arrow
