#include "datum_codes.h"

extern "C" {
#include "utils/datum.h"
}

namespace scrim::postgres {

std::optional<std::string_view> DatumCodes::bytes(const Datum& value) const {
    if (by_value_) return std::string_view(reinterpret_cast<const char*>(&value), sizeof value);
    if (length_ > 0) return std::string_view(DatumGetPointer(value), static_cast<std::size_t>(length_));
    const auto* stored = reinterpret_cast<struct varlena*>(DatumGetPointer(value));
    if (VARATT_IS_EXTERNAL(stored) || VARATT_IS_COMPRESSED(stored)) return std::nullopt;
    return std::string_view(VARDATA_ANY(stored), VARSIZE_ANY_EXHDR(stored));
}

std::optional<std::uint16_t> DatumCodes::add(Datum value, MemoryContext context) {
    const auto key = bytes(value);
    if (!key) return std::nullopt;
    const auto found = known_.find(*key);
    if (found != known_.end()) return found->second;
    if (known_.size() == most_values) return std::nullopt;
    values_.push_back(in_server([&]() noexcept {
        MemoryContext before = MemoryContextSwitchTo(context);
        const Datum copied = datumCopy(value, by_value_, length_);
        MemoryContextSwitchTo(before);
        return copied;
    }));
    const auto code = static_cast<std::uint16_t>(values_.size() - 1);
    known_.emplace(*key, code);
    return code;
}

}  // namespace scrim::postgres
