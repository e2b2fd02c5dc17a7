#include "methods/views/recoding/label_axis.h"

#include "kernel/hierarchy/characters.h"
#include "kernel/hierarchy/label.h"
#include "kernel/hierarchy/set_label.h"

#include <algorithm>
#include <compare>

namespace scrim::views {
namespace {

constexpr Int128 day = Int128{86'400} * 1'000'000;  // in microseconds

std::optional<Decimal> read_time(std::string_view text) {
    if (const auto days = parse_date(text)) return Decimal{*days * day, 0};
    if (const auto microseconds = parse_timestamp(text)) return Decimal{*microseconds, 0};
    return std::nullopt;
}

// A number that the other's scale has no room for is farther from 0 than any that has one.
std::strong_ordering compare(const Decimal& a, const Decimal& b) {
    const int scale = std::max(a.scale, b.scale);
    const auto left = rescale(a.units, a.scale, scale), right = rescale(b.units, b.scale, scale);
    if (!left) return a.units <=> 0;
    if (!right) return 0 <=> b.units;
    return *left <=> *right;
}

bool is_less(const Decimal& a, const Decimal& b) { return compare(a, b) < 0; }
bool is_same(const Decimal& a, const Decimal& b) { return compare(a, b) == 0; }

bool is_empty(const hierarchy::Interval& interval) {
    if (!interval.low || !interval.high) return false;
    const auto order = compare(*interval.low, *interval.high);
    return order > 0 || (order == 0 && !(interval.with_low && interval.with_high));
}

// "885**": what stands before the stars, and how many there are; 0 for what is no mask.
std::size_t masked_characters(std::string_view text) { return text.size() - (text.find_last_not_of('*') + 1); }

void put_in_order(std::vector<AxisRange>& ranges) {
    std::sort(ranges.begin(), ranges.end(), [](AxisRange a, AxisRange b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < ranges.size(); ++i)
        if (ranges[i].first <= ranges[kept].last)
            ranges[kept].last = std::max(ranges[kept].last, ranges[i].last);
        else
            ranges[++kept] = ranges[i];
    if (!ranges.empty()) ranges.resize(kept + 1);
}

AxisRange range_of(Span span) { return {2 * span.lo + 1, 2 * span.hi - 1}; }

}  // namespace

std::optional<Decimal> LabelAxis::read(Kind kind, std::string_view text) {
    return kind == Kind::number ? parse_decimal(text) : kind == Kind::time ? read_time(text) : std::nullopt;
}

std::optional<hierarchy::Interval> LabelAxis::read_written_interval(Kind kind, std::string_view text) {
    if (kind == Kind::text) return std::nullopt;
    return hierarchy::read_interval(text, kind == Kind::number ? parse_decimal : read_time);
}

LabelAxis LabelAxis::of_numbers(Kind kind, std::vector<Decimal> values) {
    LabelAxis axis;
    axis.kind_ = kind;
    std::sort(values.begin(), values.end(), is_less);
    values.erase(std::unique(values.begin(), values.end(), is_same), values.end());
    axis.points_ = std::move(values);
    axis.size_ = static_cast<std::uint32_t>(axis.points_.size());
    return axis;
}

LabelAxis LabelAxis::of_texts(std::vector<std::string> values) {
    LabelAxis axis;
    std::sort(values.begin(), values.end());
    axis.texts_ = std::move(values);
    axis.size_ = static_cast<std::uint32_t>(axis.texts_.size());
    return axis;
}

LabelAxis LabelAxis::of_tree(std::shared_ptr<const hierarchy::Hierarchy> tree) {
    LabelAxis axis;
    const Domain& leaves = tree->domain();
    axis.size_ = leaves.values();
    if (leaves.is_numeric()) {
        axis.kind_ = leaves.kind() == Domain::Kind::number ? Kind::number : Kind::time;
        const Int128 unit = leaves.kind() == Domain::Kind::date ? day : 1;
        for (Code code = 0; code < axis.size_; ++code)
            axis.points_.push_back({leaves.units(code) * unit, leaves.scale()});
    }
    axis.tree_ = std::move(tree);
    return axis;
}

std::optional<std::uint32_t> LabelAxis::find_name(std::string_view text) const {
    if (tree_)
        if (const auto node = tree_->find_node(text)) return *node;
    if (text == "*") return 0;
    return std::nullopt;
}

AxisRange LabelAxis::named(std::uint32_t name) const {
    return name == 0 ? AxisRange{0, last()} : range_of(tree_->nodes()[name].span);
}

std::uint32_t LabelAxis::position_of(const Decimal& value) const {
    const auto found = std::lower_bound(points_.begin(), points_.end(), value, is_less);
    const auto before = static_cast<std::uint32_t>(found - points_.begin());
    return 2 * before + (found != points_.end() && is_same(*found, value) ? 1 : 0);
}

std::optional<std::uint32_t> LabelAxis::position_of(std::string_view value) const {
    if (kind_ != Kind::text) {
        const auto read_value = read(kind_, value);
        return read_value ? std::optional(position_of(*read_value)) : std::nullopt;
    }
    if (tree_) return std::nullopt;
    const auto found = std::lower_bound(texts_.begin(), texts_.end(), value);
    const auto before = static_cast<std::uint32_t>(found - texts_.begin());
    return 2 * before + (found != texts_.end() && *found == value ? 1 : 0);
}

LabelPlace LabelAxis::place_of(const hierarchy::Interval& interval) const {
    if (is_empty(interval)) return {{}, true};
    AxisRange range{0, last()};
    if (interval.low) {
        range.first = position_of(*interval.low);
        if (!interval.with_low && range.first % 2 == 1) ++range.first;
    }
    if (interval.high) {
        range.last = position_of(*interval.high);
        if (!interval.with_high && range.last % 2 == 1) --range.last;
    }
    return {{range}, false};
}

void LabelAxis::add_value(std::string_view text, LabelPlace& place) const {
    if (const auto name = find_name(text)) {
        place.ranges.push_back(named(*name));
        place.elsewhere |= *name == 0;
    } else if (const auto position = position_of(text)) {
        place.ranges.push_back({*position, *position});
    } else {
        place.elsewhere = true;
    }
}

// 885** are 885, 8850 to 8859 and 88500 to 88599 among numbers, and whatever is printed so among texts.
bool LabelAxis::add_mask(std::string_view text, LabelPlace& place) const {
    const std::size_t masked = masked_characters(text);
    const std::string_view kept = text.substr(0, text.size() - masked);
    if (masked == 0) return false;
    if (tree_) {
        const auto span = hierarchy::span_of_label(text, tree_->domain(), tree_.get());
        if (span) place.ranges.push_back(range_of(*span));
        place.elsewhere |= !span;
        return true;
    }
    if (kind_ == Kind::text) {
        for (std::uint32_t i = 0; i < size_; ++i)
            if (texts_[i].starts_with(kept) &&
                hierarchy::count_characters(std::string_view(texts_[i]).substr(kept.size())) <= masked)
                place.ranges.push_back({2 * i + 1, 2 * i + 1});
        place.elsewhere = true;
        return true;
    }
    const auto start =
        kept.find_first_not_of("0123456789") == std::string_view::npos ? read(kind_, kept) : std::nullopt;
    if (!start) return false;
    Int128 low = start->units, width = 1;
    if (masked > 30 || !rescale(low, 0, static_cast<int>(masked))) return false;
    for (std::size_t more = 0; more <= masked; ++more, low *= 10, width *= 10) {
        const LabelPlace part = place_of(hierarchy::Interval{Decimal{low, 0}, Decimal{low + width - 1, 0}});
        place.ranges.insert(place.ranges.end(), part.ranges.begin(), part.ranges.end());
    }
    return true;
}

void LabelAxis::add(std::string_view text, LabelPlace& place) const {
    // What a name or a value means goes before what it could be read as.
    const auto position = position_of(text);
    if (find_name(text) || (position && (kind_ != Kind::text || *position % 2 == 1))) return add_value(text, place);
    if (const auto interval = read_written_interval(kind_, text)) {
        const LabelPlace part = place_of(*interval);
        place.ranges.insert(place.ranges.end(), part.ranges.begin(), part.ranges.end());
        place.elsewhere |= part.elsewhere;
        return;
    }
    if (!add_mask(text, place)) add_value(text, place);
}

LabelPlace LabelAxis::place_of(std::string_view text) const {
    LabelPlace place;
    const auto position = position_of(text);  // odd: of a value
    const bool known = find_name(text) || (position && *position % 2 == 1);
    auto members = known ? std::nullopt : hierarchy::read_set(text);
    if (!members) members = {{std::string(text), false}};
    for (const auto& [member, quoted] : *members)
        if (quoted)
            add_value(member, place);
        else
            add(member, place);
    put_in_order(place.ranges);
    return place;
}

LabelPlace LabelAxis::place_of_value(std::string_view text) const {
    LabelPlace place;
    add_value(text, place);
    return place;
}

// Names first, then positions.
std::uint32_t LabelAxis::number_of_value(std::string_view text) const {
    if (const auto name = find_name(text)) return 1 + *name;
    if (const auto position = position_of(text)) return 1 + names() + *position;
    return 0;
}

std::optional<AxisRange> LabelAxis::numbered(std::uint32_t number) const {
    if (number == 0) return std::nullopt;
    if (number <= names()) return named(number - 1);
    const std::uint32_t position = number - 1 - names();
    return AxisRange{position, position};
}

}  // namespace scrim::views
