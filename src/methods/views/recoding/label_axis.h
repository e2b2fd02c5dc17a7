// LabelAxis: the values that the labels of a column print, in order, and where everything else stands among them.
//
// It knows what is printed and nothing else of the data, so that no answer can depend on more. Value i of the axis has
// position 2i + 1, the gap before it 2i. A text is read for what it means by itself, an interval, a set, a mask or a
// value, and then placed by comparing it with the values of the axis: a value that nobody has stands in a gap, where it
// is treated like one that somebody has.
//
// The values are numbers, times (dates are their midnights), texts in alphabetical order, or the leaves of a DGH, which
// is public. Values of a DGH whose leaves are texts, and texts among numbers, have no position: they are *elsewhere*.
//
//   LabelAxis ages = LabelAxis::of_numbers({24, 37});   // a column that prints [24, 37]
//   ages.place_of("[28, 28]");                          // position 2, the gap between the two
#pragma once

#include "kernel/hierarchy/hierarchy.h"
#include "kernel/hierarchy/interval_label.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::views {

// Positions, both ends included.
struct AxisRange {
    std::uint32_t first = 0, last = 0;

    friend bool operator==(const AxisRange&, const AxisRange&) = default;
};

// What a label is compared with: one of these positions or, where it says so, something that has none.
struct LabelPlace {
    std::vector<AxisRange> ranges;  // ascending, apart
    bool elsewhere = false;

    friend bool operator==(const LabelPlace&, const LabelPlace&) = default;
};

class LabelAxis {
public:
    enum class Kind { text, number, time };

    // What a text is among numbers or times; nothing if it is none.
    static std::optional<Decimal> read(Kind kind, std::string_view text);
    static std::optional<hierarchy::Interval> read_written_interval(Kind kind, std::string_view text);

    static LabelAxis of_numbers(Kind kind, std::vector<Decimal> values);
    static LabelAxis of_texts(std::vector<std::string> values);
    static LabelAxis of_tree(std::shared_ptr<const hierarchy::Hierarchy> tree);

    Kind kind() const { return kind_; }
    const hierarchy::Hierarchy* tree() const { return tree_.get(); }
    std::uint32_t last() const { return 2 * size_; }
    // The interval between two values of an axis of numbers or times, by their positions.
    hierarchy::Interval interval(AxisRange range) const { return {points_[range.first / 2], points_[range.last / 2]}; }

    // Whatever there is.
    LabelPlace everywhere() const { return {{{0, last()}}, true}; }
    // What somebody writes who asks: a name, a value, an interval, a set or a mask.
    LabelPlace place_of(std::string_view text) const;
    // An interval of the same kind of values.
    LabelPlace place_of(const hierarchy::Interval& interval) const;
    // A value that a table holds. It is a value or the name of a node, never a way to write an interval.
    LabelPlace place_of_value(std::string_view text) const;
    // Such places have numbers, below numbers(); 0 for those that are elsewhere.
    std::uint32_t number_of_value(std::string_view text) const;
    std::uint32_t numbers() const { return 1 + names() + (tree_ && kind_ == Kind::text ? 0 : last() + 1); }
    std::optional<AxisRange> numbered(std::uint32_t number) const;  // nothing: elsewhere

private:
    std::uint32_t names() const { return tree_ ? static_cast<std::uint32_t>(tree_->nodes().size()) : 1; }
    std::optional<std::uint32_t> find_name(std::string_view text) const;  // 0 is whatever there is
    AxisRange named(std::uint32_t name) const;
    std::optional<std::uint32_t> position_of(std::string_view value) const;
    std::uint32_t position_of(const Decimal& value) const;
    void add(std::string_view text, LabelPlace& place) const;
    void add_value(std::string_view text, LabelPlace& place) const;
    bool add_mask(std::string_view text, LabelPlace& place) const;

    Kind kind_ = Kind::text;
    std::uint32_t size_ = 0;          // values
    std::vector<Decimal> points_;     // ascending; numbers and times
    std::vector<std::string> texts_;  // ascending; texts without a DGH
    std::shared_ptr<const hierarchy::Hierarchy> tree_;
};

}  // namespace scrim::views
