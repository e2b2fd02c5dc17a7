#include "views/labels.h"

#include "hierarchy/label.h"
#include "hierarchy/leaf_values.h"

#include <algorithm>
#include <numeric>

namespace scrim {
namespace {

bool before(Span a, Span b) { return a.lo != b.lo ? a.lo < b.lo : a.hi > b.hi; }

constexpr Int128 day = Int128{86'400} * 1'000'000;  // in the units of timestamps

// A date among timestamps is its midnight; a timestamp among dates is its day, or stands after it.
std::optional<Place> place_of_time(std::string_view text, const Domain& domain) {
    const auto values = read_leaf_values({std::string(text)});
    if (!values || values->kind == domain.kind()) return std::nullopt;
    const auto place = [&](Int128 units) {
        const Code at = domain.lower_bound(units);
        return at < domain.values() && domain.units(at) == units ? Place{at, at + 1} : Place{at, at};
    };
    if (domain.kind() == Domain::Kind::timestamp && values->kind == Domain::Kind::date)
        return place(values->units[0] * day);
    if (domain.kind() != Domain::Kind::date || values->kind != Domain::Kind::timestamp) return std::nullopt;
    Int128 days = values->units[0] / day, rest = values->units[0] % day;
    if (rest < 0) rest += day, --days;
    if (rest == 0) return place(days);
    const Code after = domain.lower_bound(days + 1);
    return Place{after, after};
}

// Where a number, date or timestamp stands that the domain lacks.
std::optional<Code> number_gap(std::string_view text, const Domain& domain) {
    if (!domain.is_numeric()) return std::nullopt;
    if (domain.values() == 0) return Code{0};
    // With a value of the domain beside it, so that both get one scale.
    const auto values = read_leaf_values({std::string(text), domain.label(0)});
    if (!values || values->kind != domain.kind()) return std::nullopt;
    Int128 units = values->units[0];
    int scale = values->scale;
    for (; scale > domain.scale(); --scale) {
        // Rounded up: whatever lies between two values of the domain keeps its place between them.
        const Int128 rest = units % 10;
        units = units / 10 + (rest > 0 ? 1 : 0);
    }
    for (; scale < domain.scale(); ++scale) units *= 10;
    return domain.lower_bound(units);
}

}  // namespace

std::shared_ptr<const Labels> Labels::of_nodes(std::shared_ptr<const Hierarchy> hierarchy,
                                               const std::vector<char>& silent) {
    std::shared_ptr<Labels> labels(new Labels);
    const auto nodes = hierarchy->nodes();
    std::vector<std::pair<Span, LabelId>> aliases;
    std::vector<LabelId>& shown = labels->by_node_;
    shown.assign(nodes.size(), UINT32_MAX);
    const Domain& domain = hierarchy->domain();
    for (Hierarchy::NodeId n = 0; n < nodes.size(); ++n) {
        const Hierarchy::Node& node = nodes[n];
        if (node.is_leaf()) {
            if (domain.has_null() && node.span.lo == domain.null_code()) continue;
            if (!silent.empty() && silent[node.span.lo]) {
                aliases.emplace_back(node.span, shown[n] = shown[node.parent]);
                continue;
            }
        }
        shown[n] = static_cast<LabelId>(labels->texts_.size());
        labels->texts_.push_back(node.label);
        labels->spans_.push_back(node.span);
    }
    labels->hierarchy_ = std::move(hierarchy);
    labels->by_span_ = std::move(aliases);
    labels->order();
    return labels;
}

std::shared_ptr<const Labels> Labels::of_spans(std::shared_ptr<const Hierarchy> hierarchy, std::vector<Span> spans,
                                               const std::vector<char>& silent) {
    std::shared_ptr<Labels> labels(new Labels);
    const Domain& domain = hierarchy->domain();
    labels->texts_.push_back("*");
    labels->spans_.push_back(domain.whole());
    std::sort(spans.begin(), spans.end(), before);
    spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    for (const Span span : spans) {
        if (span.width() > 1 && span == domain.whole()) continue;
        if (span.width() == 1 && domain.has_null() && span.lo == domain.null_code()) continue;
        if (span.width() == 1 && !silent.empty() && silent[span.lo]) {
            labels->by_span_.emplace_back(span, LabelId{0});
            continue;
        }
        labels->texts_.push_back(label_of_span(span, domain, nullptr));
        labels->spans_.push_back(span);
    }
    labels->hierarchy_ = std::move(hierarchy);
    labels->order();
    return labels;
}

std::shared_ptr<const Labels> Labels::meaning(std::shared_ptr<const Labels> inner) const {
    std::shared_ptr<Labels> labels(new Labels(*this));
    for (LabelId i = 0; i < texts_.size(); ++i) {
        const auto found = std::find(inner->texts_.begin(), inner->texts_.end(), texts_[i]);
        const bool known = i != hidden_ && found != inner->texts_.end();
        labels->meant_.push_back(known ? inner->meant(static_cast<LabelId>(found - inner->texts_.begin()))
                                       : inner->hierarchy_->domain().whole());
    }
    labels->inner_ = inner->inner_ ? inner->inner_ : std::move(inner);
    return labels;
}

void Labels::order() {
    std::vector<LabelId> by_place(texts_.size()), place(texts_.size());
    std::iota(by_place.begin(), by_place.end(), LabelId{0});
    std::stable_sort(by_place.begin(), by_place.end(),
                     [&](LabelId a, LabelId b) { return before(spans_[a], spans_[b]); });
    for (LabelId i = 0; i < by_place.size(); ++i) place[by_place[i]] = i;
    std::vector<std::string> texts(texts_.size());
    std::vector<Span> spans(spans_.size());
    for (LabelId i = 0; i < texts_.size(); ++i) {
        texts[place[i]] = std::move(texts_[i]);
        spans[place[i]] = spans_[i];
    }
    texts_ = std::move(texts);
    spans_ = std::move(spans);
    for (auto& [span, label] : by_span_) label = place[label];
    for (LabelId& label : by_node_)
        if (label != UINT32_MAX) label = place[label];
    // Of several nodes with one span the innermost shows it: it comes last.
    for (LabelId i = 0; i < spans_.size(); ++i) by_span_.emplace_back(spans_[i], i);
    std::stable_sort(by_span_.begin(), by_span_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const Domain& domain = hierarchy_->domain();
    alphabetical_ = !domain.is_numeric() && by_node_.empty();
    for (Code code = 1; code < domain.values() && alphabetical_; ++code)
        alphabetical_ = domain.label(code - 1) < domain.label(code);
    const Span whole = domain.whole();
    for (LabelId i = 0; i < spans_.size(); ++i)
        if (spans_[i] == whole) {
            hidden_ = i;
            break;
        }
}

std::optional<LabelId> Labels::label_of(Span span) const {
    const auto after = std::upper_bound(by_span_.begin(), by_span_.end(), span,
                                        [](Span key, const auto& entry) { return key < entry.first; });
    if (after == by_span_.begin() || std::prev(after)->first != span) return std::nullopt;
    return std::prev(after)->second;
}

std::optional<LabelId> Labels::label_of_node(Hierarchy::NodeId node) const {
    if (by_node_[node] == UINT32_MAX) return std::nullopt;
    return by_node_[node];
}

std::optional<Code> Labels::gap_of(std::string_view text) const {
    const Domain& domain = hierarchy_->domain();
    if (!alphabetical_) return number_gap(text, domain);
    Code low = 0, high = domain.values();
    while (low < high) {
        const Code middle = low + (high - low) / 2;
        if (domain.label(middle) < text)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

Place Labels::place_of(std::string_view text) const {
    if (inner_) return inner_->place_of(text);
    const Domain& domain = hierarchy_->domain();
    if (const auto span = span_of_label(text, domain, hierarchy_.get())) return {span->lo, span->hi};
    if (const auto gap = gap_of(text)) return {*gap, *gap};
    if (const auto time = place_of_time(text, domain)) return *time;
    return {0, 0, false};
}

Place Labels::place_of_value(std::string_view text) const { return numbered_place(place_number(text)); }

// Nodes first, then the gap before each value and after the last.
std::uint32_t Labels::place_number(std::string_view text) const {
    if (inner_) return inner_->place_number(text);
    const Domain& domain = hierarchy_->domain();
    const auto nodes = static_cast<std::uint32_t>(hierarchy_->nodes().size());
    if (const auto node = hierarchy_->find_node(text)) return 1 + *node;
    if (const auto gap = gap_of(text)) return 1 + nodes + *gap;
    if (const auto time = place_of_time(text, domain))
        return time->lo == time->hi ? 1 + nodes + time->lo : 1 + hierarchy_->leaf(time->lo);
    return 0;
}

std::uint32_t Labels::places() const {
    if (inner_) return inner_->places();
    const auto nodes = static_cast<std::uint32_t>(hierarchy_->nodes().size());
    return 1 + nodes + (has_gaps() ? hierarchy_->domain().size() + 1 : 0);
}

Place Labels::numbered_place(std::uint32_t number) const {
    if (inner_) return inner_->numbered_place(number);
    const auto nodes = static_cast<std::uint32_t>(hierarchy_->nodes().size());
    if (number == 0) return {0, 0, false};
    if (number <= nodes) {
        const Span span = hierarchy_->nodes()[number - 1].span;
        return {span.lo, span.hi};
    }
    return {number - 1 - nodes, number - 1 - nodes};
}

bool Labels::may(Comparison comparison, Span span, Place place) const {
    const Domain& domain = hierarchy_->domain();
    if (span == domain.whole() && span.width() > 1) return true;  // it may be anything
    if (!place.known) return comparison != Comparison::equal;     // nobody knows where it would stand
    // NULL compares with nothing.
    const Code lo = span.lo, hi = std::min(span.hi, domain.values());
    const Code place_hi = std::min(place.hi, domain.values());
    const bool gap = place.lo >= place_hi;
    switch (comparison) {
        case Comparison::equal: return gap ? lo < place.lo && place.lo < hi : lo < place_hi && place.lo < hi;
        case Comparison::differ: return gap || hi - lo != 1 || place_hi - place.lo != 1 || lo != place.lo;
        case Comparison::less: return gap ? lo < place.lo : lo + 1 < place_hi;
        case Comparison::less_equal: return gap ? lo < place.lo : lo < place_hi;
        case Comparison::greater: return gap ? place.lo < hi : place.lo + 1 < hi;
        case Comparison::greater_equal: return gap ? place.lo < hi : place.lo < hi;
    }
    return false;
}

}  // namespace scrim
