#include "methods/views/recoding/labels.h"

#include <algorithm>

namespace scrim::views {
namespace {

// "24" or "[24, 37]", as labels are printed.
std::optional<hierarchy::Interval> read_label(LabelAxis::Kind kind, const std::string& text) {
    if (const auto value = LabelAxis::read(kind, text)) return hierarchy::Interval{value, value};
    if (!text.starts_with('[') || !text.ends_with(']') || text.find(", ") == std::string::npos) return std::nullopt;
    return LabelAxis::read_written_interval(kind, text);
}

std::optional<std::vector<hierarchy::Interval>> read_labels(LabelAxis::Kind kind,
                                                            const std::vector<std::string>& texts) {
    std::vector<hierarchy::Interval> intervals;
    for (const std::string& text : texts) {
        const auto interval = read_label(kind, text);
        if (!interval) return std::nullopt;
        intervals.push_back(*interval);
    }
    return intervals;
}

bool before(AxisRange a, AxisRange b) { return a.first != b.first ? a.first < b.first : a.last > b.last; }

}  // namespace

Labels::Labels(LabelAxis axis, Printed hidden, std::vector<Printed> others) : axis_(std::move(axis)) {
    std::stable_sort(others.begin(), others.end(),
                     [](const Printed& a, const Printed& b) { return before(a.range, b.range); });
    texts_.reserve(others.size() + 1);
    texts_.push_back(std::move(hidden.text));
    ranges_.push_back(hidden.range);
    for (Printed& label : others) {
        texts_.push_back(std::move(label.text));
        ranges_.push_back(label.range);
    }
    for (LabelId i = 0; i < texts_.size(); ++i) by_text_.emplace(texts_[i], i);
}

std::shared_ptr<const Labels> Labels::of_tree(std::shared_ptr<const hierarchy::Hierarchy> tree) {
    const auto nodes = tree->nodes();
    std::vector<Printed> others;
    for (std::size_t n = 1; n < nodes.size(); ++n)
        others.push_back({nodes[n].label, {2 * nodes[n].span.lo + 1, 2 * nodes[n].span.hi - 1}});
    LabelAxis axis = LabelAxis::of_tree(tree);
    const AxisRange whole{0, axis.last()};
    return std::shared_ptr<const Labels>(new Labels(std::move(axis), {nodes[0].label, whole}, std::move(others)));
}

std::shared_ptr<const Labels> Labels::of_texts(std::vector<std::string> texts) {
    std::vector<Printed> printed;
    for (const LabelAxis::Kind kind : {LabelAxis::Kind::number, LabelAxis::Kind::time}) {
        const auto intervals = texts.empty() ? std::nullopt : read_labels(kind, texts);
        if (!intervals) continue;
        std::vector<Decimal> ends;
        for (const hierarchy::Interval& interval : *intervals) ends.insert(ends.end(), {*interval.low, *interval.high});
        LabelAxis axis = LabelAxis::of_numbers(kind, std::move(ends));
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const LabelPlace place = axis.place_of((*intervals)[i]);
            if (place.elsewhere) break;  // [5, 3]
            printed.push_back({texts[i], place.ranges.front()});
        }
        std::sort(printed.begin(), printed.end(),
                  [](const Printed& a, const Printed& b) { return before(a.range, b.range); });
        // Texts such as 1 and 1.0 are one number but two values.
        const auto same = [](const Printed& a, const Printed& b) { return a.range == b.range; };
        const bool different = std::adjacent_find(printed.begin(), printed.end(), same) == printed.end();
        const AxisRange whole{0, axis.last()};
        if (different && printed.size() == texts.size())
            return std::shared_ptr<const Labels>(new Labels(std::move(axis), {"*", whole}, std::move(printed)));
        printed.clear();
    }
    std::sort(texts.begin(), texts.end());
    for (std::uint32_t i = 0; i < texts.size(); ++i) printed.push_back({texts[i], {2 * i + 1, 2 * i + 1}});
    LabelAxis axis = LabelAxis::of_texts(std::move(texts));
    const AxisRange whole{0, axis.last()};
    return std::shared_ptr<const Labels>(new Labels(std::move(axis), {"*", whole}, std::move(printed)));
}

std::optional<LabelId> Labels::find(std::string_view text) const {
    const auto found = by_text_.find(text);
    if (found == by_text_.end()) return std::nullopt;
    return found->second;
}

LabelPlace Labels::place_of(const Labels& others, LabelId label) const {
    if (label == others.hidden_) return axis_.everywhere();
    const AxisRange range = others.ranges_[label];
    if (&others == this) return {{range}, false};
    if (others.axis_.kind() != LabelAxis::Kind::text && others.axis_.kind() == axis_.kind())
        return axis_.place_of(others.axis_.interval(range));
    const hierarchy::Hierarchy* tree = others.axis_.tree();
    if (tree == nullptr || tree->domain().is_numeric()) return axis_.place_of_value(others.texts_[label]);
    // The leaves below it, wherever they are in this tree. Those that stand side by side are one range.
    LabelPlace place;
    for (Code code = range.first / 2; code <= range.last / 2; ++code) {
        const LabelPlace leaf = axis_.place_of_value(tree->domain().label(code));
        place.elsewhere |= leaf.elsewhere;
        place.ranges.insert(place.ranges.end(), leaf.ranges.begin(), leaf.ranges.end());
    }
    std::sort(place.ranges.begin(), place.ranges.end(), [](AxisRange a, AxisRange b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < place.ranges.size(); ++i)
        if (place.ranges[i].first <= place.ranges[kept].last + 2)
            place.ranges[kept].last = std::max(place.ranges[kept].last, place.ranges[i].last);
        else
            place.ranges[++kept] = place.ranges[i];
    if (!place.ranges.empty()) place.ranges.resize(kept + 1);
    return place;
}

bool Labels::may(Comparison comparison, AxisRange label, AxisRange other) {
    switch (comparison) {
        case Comparison::equal: return label.first <= other.last && other.first <= label.last;
        case Comparison::differ: return label.first != label.last || label != other;
        case Comparison::less: return label.first < other.last;
        case Comparison::less_equal: return label.first <= other.last;
        case Comparison::greater: return label.last > other.first;
        case Comparison::greater_equal: return label.last >= other.first;
    }
    return false;
}

bool Labels::may(Comparison comparison, LabelId label, const LabelPlace& place) const {
    if (label == hidden_) return true;                                    // it may be anything
    if (place.elsewhere && comparison != Comparison::equal) return true;  // nobody knows where that stands
    for (const AxisRange range : place.ranges)
        if (may(comparison, ranges_[label], range)) return true;
    return false;
}

}  // namespace scrim::views
