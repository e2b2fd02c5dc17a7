#include "adapters/postgres/label_algebra.h"

#include "adapters/postgres/like_pattern.h"
#include "adapters/postgres/must.h"
#include "methods/views/recoding/attribute.h"
#include "methods/views/recoding/labels.h"

#include <algorithm>
#include <unordered_map>

namespace scrim::postgres {
namespace {

using Kind = LabelImage::Kind;
using views::Labels;
using Meaning = std::pair<std::shared_ptr<const Labels>, views::LabelId>;

constexpr const char* no_number = "\x1f";  // keeps a column of texts from being read as numbers

std::string key_of(const LabelImage& label) {
    std::string key(1, static_cast<char>(label.kind));
    key.append(reinterpret_cast<const char*>(&label.dgh), sizeof label.dgh);
    return key.append(label.text);
}

}  // namespace

struct LabelAlgebra::State {
    static constexpr std::size_t most = 20'000;  // remembered meanings

    Edges edges;
    std::unordered_map<std::uint32_t, std::shared_ptr<const Labels>> trees;
    std::unordered_map<std::string, Meaning> meanings;

    std::shared_ptr<const Labels> tree(std::uint32_t dgh) {
        if (const auto found = trees.find(dgh); found != trees.end()) return found->second;
        auto tree = std::make_shared<const hierarchy::Hierarchy>(must(views::hierarchy_of_edges(edges(dgh).edges)));
        return trees.emplace(dgh, Labels::of_tree(std::move(tree))).first->second;
    }

    Meaning make(const LabelImage& label) {
        const std::string text(label.text);
        if (label.dgh != 0) {
            auto labels = tree(label.dgh);
            if (label.kind == Kind::hidden) return {labels, labels->hidden()};
            const auto found = labels->find(text);
            if (!found) throw Refused("this label's hierarchy has changed, and no longer has it", "ask the view again");
            return {std::move(labels), *found};
        }
        const bool ordered = label.kind == Kind::number || label.kind == Kind::time;
        auto labels = Labels::of_texts(ordered ? std::vector{text} : std::vector<std::string>{text, no_number});
        if (label.kind == Kind::hidden) return {labels, labels->hidden()};
        const views::LabelId found = *labels->find(text);
        return {std::move(labels), found};
    }

    const Meaning& meaning(const LabelImage& label) {
        std::string key = key_of(label);
        if (const auto found = meanings.find(key); found != meanings.end()) return found->second;
        if (meanings.size() >= most) meanings.clear();
        return meanings.emplace(std::move(key), make(label)).first->second;
    }

    // May a value of the label be one that the pattern matches, or fails to match?
    bool may_like(const LabelImage& label, std::string_view pattern, bool matching) {
        const auto is = [&](std::string_view text) { return is_like(text, pattern) == matching; };
        if (label.kind == Kind::hidden) return true;
        if (label.kind == Kind::text || label.kind == Kind::written) return is(label.text);
        const Meaning known = meaning(label);
        if (const auto* tree = known.first->axis().tree()) {
            const auto node = tree->find_node(label.text);
            if (!node) return true;
            const Span span = tree->nodes()[*node].span;
            for (Code code = span.lo; code < span.hi; ++code)
                if (is(tree->domain().label(code))) return true;
            return false;
        }
        return label.text.starts_with('[') || is(label.text);
    }
};

LabelAlgebra::LabelAlgebra(Edges edges) : state_(std::make_unique<State>()) { state_->edges = std::move(edges); }
LabelAlgebra::~LabelAlgebra() = default;

void LabelAlgebra::forget() {
    state_->trees.clear();
    state_->meanings.clear();
}

std::optional<views::Comparison> LabelAlgebra::comparison_of(Operator relation) {
    switch (relation) {
        case Operator::equal: return views::Comparison::equal;
        case Operator::differ: return views::Comparison::differ;
        case Operator::less: return views::Comparison::less;
        case Operator::less_equal: return views::Comparison::less_equal;
        case Operator::greater: return views::Comparison::greater;
        case Operator::greater_equal: return views::Comparison::greater_equal;
        default: return std::nullopt;
    }
}

Operator LabelAlgebra::mirrored(Operator relation) {
    switch (relation) {
        case Operator::less: return Operator::greater;
        case Operator::less_equal: return Operator::greater_equal;
        case Operator::greater: return Operator::less;
        case Operator::greater_equal: return Operator::less_equal;
        default: return relation;
    }
}

bool LabelAlgebra::may_value(Operator relation, const LabelImage& label, std::string_view value) {
    const auto comparison = comparison_of(relation);
    if (!comparison) return state_->may_like(label, value, relation == Operator::like);
    const Meaning known = state_->meaning(label);
    return known.first->may(*comparison, known.second, known.first->axis().place_of_value(value));
}

bool LabelAlgebra::may(Operator relation, const LabelImage& label, const LabelImage& other) {
    const auto comparison = comparison_of(relation);
    if (!comparison) return state_->may_like(label, other.text, relation == Operator::like);
    if (label.kind == Kind::written && other.kind != Kind::written) return may(mirrored(relation), other, label);
    const Meaning known = state_->meaning(label);
    if (other.kind == Kind::written)
        return known.first->may(*comparison, known.second, known.first->place_of(other.text));
    const Meaning others = state_->meaning(other);
    if (others.first->rank() > known.first->rank()) {
        const auto turned = *comparison_of(mirrored(relation));
        return others.first->may(turned, others.second, others.first->place_of(*known.first, known.second));
    }
    return known.first->may(*comparison, known.second, known.first->place_of(*others.first, others.second));
}

bool LabelAlgebra::covers(const LabelImage& wide, const LabelImage& narrow) {
    if (wide.kind == Kind::hidden || wide == narrow) return true;
    if (narrow.kind == Kind::hidden) return false;
    const Meaning one = state_->meaning(wide), other = state_->meaning(narrow);
    const auto place = narrow.kind == Kind::written ? one.first->place_of(narrow.text)
                                                    : one.first->place_of(*other.first, other.second);
    const auto own = one.first->place_of(*one.first, one.second);
    if (place.elsewhere || place.ranges.empty() || own.ranges.empty()) return false;
    return std::all_of(place.ranges.begin(), place.ranges.end(), [&](views::AxisRange range) {
        return own.ranges.front().first <= range.first && range.last <= own.ranges.front().last;
    });
}

int LabelAlgebra::compare(const LabelImage& a, const LabelImage& b) {
    const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
    if (const int kinds = order(a.kind, b.kind)) return kinds;
    if (const int dghs = order(a.dgh, b.dgh)) return dghs;
    if (a.text == b.text) return 0;
    if (a.kind == Kind::node) {
        if (const int lower = order(a.first, b.first)) return lower;
        if (const int wider = order(b.behind, a.behind)) return wider;
    }
    if (a.kind == Kind::number || a.kind == Kind::time) {
        const auto both = Labels::of_texts({std::string(a.text), std::string(b.text)});
        if (both->axis().kind() != views::LabelAxis::Kind::text)
            if (const int spans = order(*both->find(a.text), *both->find(b.text))) return spans;
    }
    return order(a.text, b.text);
}

std::optional<LabelAlgebra::Ends> LabelAlgebra::ends(const LabelImage& label) {
    if (label.kind == Kind::hidden) return std::nullopt;
    if (label.kind == Kind::node) {
        const Meaning known = state_->meaning(label);
        const auto* tree = known.first->axis().tree();
        const auto node = tree->find_node(label.text);
        if (!node || !tree->domain().is_numeric()) return std::nullopt;
        const Span span = tree->nodes()[*node].span;
        return Ends{tree->domain().label(span.lo), tree->domain().label(span.hi - 1),
                    tree->domain().kind() != Domain::Kind::number};
    }
    const bool is_time = label.kind == Kind::time;
    if (label.kind != Kind::number && !is_time) return std::nullopt;
    const std::string_view text = label.text;
    const std::size_t comma = text.find(", ");
    if (!text.starts_with('[') || comma == std::string_view::npos)
        return Ends{std::string(text), std::string(text), is_time};
    return Ends{std::string(text.substr(1, comma - 1)), std::string(text.substr(comma + 2, text.size() - comma - 3)),
                is_time};
}

std::optional<std::uint32_t> LabelAlgebra::leaves(const LabelImage& label) {
    if (label.kind != Kind::node) return std::nullopt;
    return label.behind - label.first;
}

}  // namespace scrim::postgres
