#include "methods/query/number_axis.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/floor_divide.h"
#include "kernel/hierarchy/interval_label.h"
#include "kernel/hierarchy/set_label.h"
#include "methods/statdb/query/error.h"

#include <algorithm>

namespace scrim::querying {
namespace {

using hierarchy::floor_divide;
using hierarchy::Interval;
using Kind = Domain::Kind;
using ReadBound = std::optional<Decimal> (*)(std::string_view);

constexpr std::int64_t microseconds_a_day = 86'400'000'000;

std::optional<Decimal> read_day(std::string_view text) {
    const auto days = parse_date(text);
    return days ? std::optional(Decimal{*days, 0}) : std::nullopt;
}

std::optional<Decimal> read_moment(std::string_view text) {
    if (const auto moment = parse_timestamp(text)) return Decimal{*moment, 0};
    const auto days = parse_date(text);
    return days ? std::optional(Decimal{Int128{*days} * microseconds_a_day, 0}) : std::nullopt;
}

// A date with a time lies between two days: both of them cut.
std::vector<Decimal> read_days(std::string_view text) {
    if (const auto day = read_day(text)) return {*day};
    const auto moment = parse_timestamp(text);
    if (!moment) return {};
    const Int128 day = floor_divide(*moment, microseconds_a_day);
    return {{day, 0}, {day + 1, 0}};
}

ReadBound reader_of(Kind kind) {
    return kind == Kind::number ? parse_decimal : kind == Kind::date ? read_day : read_moment;
}

// What a label stands for.
struct Cell {
    std::vector<Interval> parts;
    bool missing = false;  // also for no value
};

std::optional<Cell> read_cell(std::string_view label, ReadBound read_bound) {
    if (label == "*") return Cell{{Interval{}}, true};
    if (const auto number = read_bound(label)) return Cell{{Interval{number, number, true, true}}, false};
    if (const auto interval = hierarchy::read_interval(label, read_bound)) return Cell{{*interval}, false};
    const auto members = hierarchy::read_set(label);
    if (!members) return std::nullopt;
    Cell cell;
    for (const auto& member : *members) {
        if (member.label == "NULL") {
            cell.missing = true;
            continue;
        }
        const auto part = read_cell(member.label, read_bound);
        if (!part) return std::nullopt;
        cell.parts.insert(cell.parts.end(), part->parts.begin(), part->parts.end());
        cell.missing |= part->missing;
    }
    return cell;
}

class AxisMaker {
public:
    AxisMaker(const ReleasedColumn& column, std::span<const LiteralSyntax> literals)
        : column_(column), literals_(literals) {}

    Result<std::optional<Meaning>> make() {
        if (!read_labels()) return std::optional<Meaning>();
        SCRIM_CHECK(read_literals());
        if (!find_points()) return std::optional<Meaning>();
        make_atoms();
        SCRIM_CHECK(make_cells());
        return std::optional(std::move(meaning_));
    }

private:
    bool read_labels() {
        const Domain& printed = *column_.printed;
        if (column_.outline) {
            const Domain& leaves = column_.hierarchy->domain();
            known_digits_ = leaves.scale();
            return read_as(leaves.kind());
        }
        if (printed.is_numeric()) return read_as(printed.kind());
        if (column_.exact) return false;
        for (const Kind kind : {Kind::number, Kind::date, Kind::timestamp})
            if (read_as(kind) && says_something()) return true;
        return false;
    }

    bool read_as(Kind kind) {
        kind_ = kind;
        cells_.clear();
        const Domain& printed = *column_.printed;
        for (Code code = 0; code < printed.values(); ++code) {
            if (printed.is_numeric()) {
                const Decimal value{printed.units(code), printed.scale()};
                cells_.push_back({{Interval{value, value, true, true}}, false});
                continue;
            }
            auto cell = read_cell(printed.label(code), reader_of(kind));
            if (!cell && column_.outline) cell = Cell{{Interval{}}, true};  // a node with a name of its own
            if (!cell) return false;
            cells_.push_back(*std::move(cell));
        }
        if (kind != Kind::number) known_digits_ = 0;
        return true;
    }

    // Where all is suppressed, what the query compares it with decides.
    bool says_something() const {
        for (const Cell& cell : cells_)
            for (const Interval& part : cell.parts)
                if (part.low || part.high) return true;
        return !literals_.empty() && std::all_of(literals_.begin(), literals_.end(), [&](const LiteralSyntax& literal) {
            return reader_of(kind_)(literal.text).has_value();
        });
    }

    Result<void> read_literals() {
        for (const LiteralSyntax& literal : literals_) {
            if (kind_ == Kind::date) {
                for (const Decimal& day : read_days(literal.text)) asked_.push_back(day);
                continue;
            }
            if (const auto number = reader_of(kind_)(literal.text))
                asked_.push_back(*number);
            else if (kind_ == Kind::number && literal.text.find_first_not_of("+-.0123456789eE") == std::string::npos)
                return too_long(literal);
        }
        return {};
    }

    static Error too_long(const LiteralSyntax& literal) {
        return statdb::query::query_error(literal.place,
                                          format("{} needs more digits than are computed with", quoted(literal.text)));
    }

    // All on one scale. False where that needs too many digits.
    bool find_points() {
        int digits = 0;
        for (const Cell& cell : cells_)
            for (const Interval& part : cell.parts)
                for (const auto& end : {part.low, part.high})
                    if (end) digits = std::max(digits, end->scale);
        shown_digits_ = known_digits_.value_or(digits);
        for (const Decimal& number : asked_) digits = std::max(digits, number.scale);
        scale_ = std::max(digits, shown_digits_);
        bool fits = true;
        const auto add = [&](const Decimal& number) {
            const auto units = units_of(number);
            fits &= units && *units<largest&& * units> - largest;
            if (fits) points_.push_back(*units);
        };
        for (const Cell& cell : cells_)
            for (const Interval& part : cell.parts)
                for (const auto& end : {part.low, part.high})
                    if (end) add(*end);
        if (fits && !points_.empty()) {
            const auto [least, greatest] = std::minmax_element(points_.begin(), points_.end());
            least_ = *least;
            greatest_ = *greatest;
            shown_ = true;
        }
        for (const Decimal& number : asked_) add(number);
        std::sort(points_.begin(), points_.end());
        points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
        return fits && scale_ < 30;
    }

    std::optional<Int128> units_of(const Decimal& number) const { return rescale(number.units, number.scale, scale_); }

    // The place of a point on the domain's scale, and of the gap above it.
    Int128 at(Int128 point) const { return kind_ == Kind::number ? 10 * point : point; }
    Int128 above(Int128 point) const { return at(point) + 1; }

    void make_atoms() {
        step_ = *power_of_ten(scale_ - shown_digits_);
        const bool exact = known_digits_.has_value();
        std::vector<Int128> places;
        const auto add = [&](Int128 place, Int128 low, Int128 high, Int128 values, Int128 first, Int128 last) {
            places.push_back(place);
            meaning_.low.push_back(low);
            meaning_.high.push_back(high);
            count(values, first, last);
        };
        meaning_.values_before.push_back(0);
        meaning_.twice_sum_before.push_back(0);
        meaning_.open_below = meaning_.open_above = true;
        if (points_.empty()) {
            add(0, 0, 0, 0, 0, 0);
        } else {
            add(at(points_.front()) - 1, 0, exact ? last_below(points_.front()) : points_.front(), 0, 0, 0);
            for (std::size_t i = 0; i < points_.size(); ++i) {
                const Int128 point = points_[i];
                const bool on_grid = point % step_ == 0, shown = shown_ && least_ <= point && point <= greatest_;
                if (on_grid || !exact) add(at(point), point, point, on_grid && shown ? 1 : 0, point, point);
                if (i + 1 == points_.size()) break;
                const Int128 next = points_[i + 1], first = first_above(point), last = last_below(next);
                const Int128 values = first > last ? 0 : (last - first) / step_ + 1;
                if (exact && values == 0) continue;
                const bool counts = shown_ && least_ <= point && next <= greatest_;
                add(above(point), exact ? first : point, exact ? last : next, counts ? values : 0, first, last);
            }
            add(above(points_.back()), exact ? first_above(points_.back()) : points_.back(), 0, 0, 0, 0);
        }
        const Domain& printed = *column_.printed;
        bool missing = printed.has_null() || column_.may_be_missing;
        // A set that names NULL says that there are some; a suppressed cell does not.
        for (const Cell& cell : cells_)
            for (const Interval& part : cell.parts) missing |= cell.missing && (part.low || part.high);
        if (missing) count(printed.has_null() ? 1 : 0, 0, 0);
        meaning_.scale = scale_;
        meaning_.step = step_;
        meaning_.attribute.name = column_.name;
        const int digits = kind_ == Kind::number ? scale_ + 1 : 0;
        meaning_.attribute.hierarchy = std::make_shared<const hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(
            std::make_shared<const Domain>(Domain::of_numbers(std::move(places), digits, kind_, missing))));
        if (too_many_) {
            meaning_.values_before.clear();
            meaning_.twice_sum_before.clear();
        }
    }

    Int128 first_above(Int128 point) const { return (floor_divide(point, step_) + 1) * step_; }
    Int128 last_below(Int128 point) const { return floor_divide(point - 1, step_) * step_; }

    // So many values between `first` and `last`, evenly.
    void count(Int128 values, Int128 first, Int128 last) {
        Int128 twice;
        too_many_ |= __builtin_mul_overflow(values, first + last, &twice);
        too_many_ |= __builtin_add_overflow(twice, meaning_.twice_sum_before.back(), &twice);
        meaning_.values_before.push_back(meaning_.values_before.back() + values);
        meaning_.twice_sum_before.push_back(twice);
    }

    Result<void> make_cells() {
        const Domain& domain = meaning_.domain();
        for (Code code = 0; code < cells_.size(); ++code) {
            Spans spans;
            for (const Interval& part : cells_[code].parts) {
                const Code lo = part.low ? place_of(*part.low, !part.with_low) : 0;
                const Code hi = part.high ? place_of(*part.high, part.with_high) : domain.values();
                if (lo < hi) spans.push_back({lo, hi});
            }
            if (cells_[code].missing && domain.has_null()) spans.push_back(Span::of(domain.null_code()));
            spans = statdb::query::united(std::move(spans));
            if (spans.empty())
                return input_error(format("column {}: {} covers no value", quoted(column_.name),
                                          quoted(column_.printed->label(code))));
            meaning_.cells.push_back(std::move(spans));
        }
        if (column_.printed->has_null()) meaning_.cells.push_back({Span::of(domain.null_code())});
        return {};
    }

    // The first atom at a point, or above it.
    Code place_of(const Decimal& number, bool beyond) const {
        const Int128 point = *units_of(number);
        return meaning_.domain().lower_bound(beyond ? above(point) : at(point));
    }

    static constexpr Int128 largest = Int128{1} << 110;

    const ReleasedColumn& column_;
    std::span<const LiteralSyntax> literals_;
    Kind kind_ = Kind::number;
    std::vector<Cell> cells_;          // by printed code, NULL aside
    std::vector<Decimal> asked_;       // numbers of the query
    std::optional<int> known_digits_;  // that values have after the point
    int shown_digits_ = 0, scale_ = 0;
    Int128 step_ = 1;                  // between two values
    std::vector<Int128> points_;       // ascending
    bool shown_ = false;               // some label names a number, and …
    Int128 least_ = 0, greatest_ = 0;  // … these are the outermost
    bool too_many_ = false;
    Meaning meaning_;
};

}  // namespace

Result<std::optional<Meaning>> number_axis(const ReleasedColumn& column, std::span<const LiteralSyntax> literals) {
    return AxisMaker(column, literals).make();
}

}  // namespace scrim::querying
