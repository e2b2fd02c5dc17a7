#include "kernel/core/domain.h"

#include "kernel/core/number_text.h"

#include <algorithm>
#include <numeric>

namespace scrim {

Domain Domain::of_text(std::vector<std::string> labels, bool has_null) {
    Domain domain;
    domain.kind_ = Kind::text;
    domain.has_null_ = has_null;
    domain.labels_ = std::move(labels);
    domain.by_label_.resize(domain.labels_.size());
    std::iota(domain.by_label_.begin(), domain.by_label_.end(), Code{0});
    const auto before = [&](Code a, Code b) { return domain.labels_[a] < domain.labels_[b]; };
    if (!std::is_sorted(domain.by_label_.begin(), domain.by_label_.end(), before))
        std::sort(domain.by_label_.begin(), domain.by_label_.end(), before);
    return domain;
}

Domain Domain::of_numbers(std::vector<Int128> units, int scale, Kind kind, bool has_null) {
    Domain domain;
    domain.kind_ = kind;
    domain.has_null_ = has_null;
    domain.scale_ = scale;
    domain.units_ = std::move(units);
    return domain;
}

Code Domain::values() const { return static_cast<Code>(kind_ == Kind::text ? labels_.size() : units_.size()); }

std::string Domain::label(Code code) const {
    if (code >= values()) return "NULL";
    switch (kind_) {
        case Kind::text: return labels_[code];
        case Kind::number: return format_decimal(units_[code], scale_);
        case Kind::date: return format_date(static_cast<std::int64_t>(units_[code]));
        case Kind::timestamp: return format_timestamp(static_cast<std::int64_t>(units_[code]));
    }
    return {};
}

std::optional<Code> Domain::find(std::string_view label) const {
    if (kind_ == Kind::text) {
        const auto found = std::lower_bound(by_label_.begin(), by_label_.end(), label,
                                            [&](Code code, std::string_view wanted) { return labels_[code] < wanted; });
        if (found == by_label_.end() || labels_[*found] != label) return std::nullopt;
        return *found;
    }
    std::optional<Int128> wanted;
    if (kind_ == Kind::date) {
        if (const auto days = parse_date(label)) wanted = *days;
    } else if (kind_ == Kind::timestamp) {
        if (const auto microseconds = parse_timestamp(label)) wanted = *microseconds;
    } else if (const auto decimal = parse_decimal(label); decimal && decimal->scale <= scale_) {
        wanted = rescale(decimal->units, decimal->scale, scale_);
    }
    if (!wanted) return std::nullopt;
    const Code code = lower_bound(*wanted);
    if (code == values() || units_[code] != *wanted) return std::nullopt;
    return code;
}

Code Domain::lower_bound(Int128 units) const {
    return static_cast<Code>(std::lower_bound(units_.begin(), units_.end(), units) - units_.begin());
}

}  // namespace scrim
