// Labels: the values that a generalized column may show, and how a comparison with them is meant.
//
// A label means what it prints: an interval with these ends, a value, a node of a DGH, or anything at all (the hidden
// one). What else the data hold is not known here, so that every comparison is a function of what is shown. It is
// AVLIKE, the paper's operator, and its kin: it holds when it may hold, that is, when some value that the label may
// stand for makes it true. Between the ends of an interval there is every value, whether or not anybody has it.
//
// Labels are ordered by what they span (lower end first, then the wider first), so that sorting by label number is
// sorting by what is printed; the hidden one is first.
//
//   labels->may(Comparison::equal, *labels->find("[24, 37]"), labels->place_of("28"))
#pragma once

#include "methods/views/recoding/label_axis.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scrim::views {

using LabelId = std::uint32_t;

enum class Comparison { equal, differ, less, less_equal, greater, greater_equal };

class Labels {
public:
    // The nodes of a DGH; the top hides.
    static std::shared_ptr<const Labels> of_tree(std::shared_ptr<const hierarchy::Hierarchy> tree);
    // "*" and these, all different: numbers or times and intervals [a, b] of them if all of them are, else texts.
    static std::shared_ptr<const Labels> of_texts(std::vector<std::string> texts);

    Labels(const Labels&) = delete;
    Labels& operator=(const Labels&) = delete;

    std::size_t size() const { return texts_.size(); }
    const std::vector<std::string>& texts() const { return texts_; }
    const LabelAxis& axis() const { return axis_; }
    LabelId hidden() const { return hidden_; }  // it may be anything
    std::optional<LabelId> find(std::string_view text) const;

    // What somebody writes: a value, node, interval, set or mask.
    LabelPlace place_of(std::string_view text) const { return axis_.place_of(text); }
    // A label of another column, by what it prints there.
    LabelPlace place_of(const Labels& others, LabelId label) const;
    // Of two columns, the one whose labels are placed on the other's axis is the one that knows less.
    int rank() const { return axis_.tree() ? 2 : axis_.kind() == LabelAxis::Kind::text ? 0 : 1; }

    bool may(Comparison comparison, LabelId label, const LabelPlace& place) const;
    // May it be equal to one of these positions?
    bool may_equal(LabelId label, AxisRange range) const {
        return label == hidden_ || (ranges_[label].first <= range.last && range.first <= ranges_[label].last);
    }

private:
    struct Printed {
        std::string text;
        AxisRange range;
    };

    Labels(LabelAxis axis, Printed hidden, std::vector<Printed> others);
    static bool may(Comparison comparison, AxisRange label, AxisRange other);

    LabelAxis axis_;
    std::vector<std::string> texts_;
    std::vector<AxisRange> ranges_;
    std::unordered_map<std::string_view, LabelId> by_text_;
    static constexpr LabelId hidden_ = 0;
};

}  // namespace scrim::views
