// Labels: the values that a generalised column may show, and how a comparison with them is meant.
//
// Label i stands for a span of codes. Labels are ordered by their spans (lower end first, then the wider first), so
// that sorting by label number is sorting by span. A comparison is AVLIKE, the paper's operator, and its kin: it holds
// when it may hold, that is, when some value of the label's span makes it true. What a label is compared with is a
// *place*: the span of a value or node, the gap between two values where a number would stand that the domain lacks, or
// nowhere.
//
//   labels.may_equal(labels.label_of(node), labels.place_of("88512"))
#pragma once

#include "hierarchy/hierarchy.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim {

using LabelId = std::uint32_t;

// Codes [lo, hi); a gap where lo == hi: between code lo - 1 and code lo.
struct Place {
    Code lo = 0, hi = 0;
    bool known = true;  // false: a value that has no place in the domain; only a hidden value may be equal to it

    friend bool operator==(const Place&, const Place&) = default;
};

enum class Comparison { equal, differ, less, less_equal, greater, greater_equal };

class Labels {
public:
    // The labels of all nodes of a hierarchy. A leaf of `silent` has no label of its own: it shows its parent's.
    static std::shared_ptr<const Labels> of_nodes(std::shared_ptr<const Hierarchy> hierarchy,
                                                  const std::vector<char>& silent = {});
    // Of the whole domain and these spans: values, and intervals of them. No other value of the data is to be found in
    // them, so that who has the labels knows no more than what is shown.
    static std::shared_ptr<const Labels> of_spans(std::shared_ptr<const Hierarchy> hierarchy, std::vector<Span> spans,
                                                  const std::vector<char>& silent = {});

    // The same labels, of a view over another that shows `inner`: they mean what they mean there.
    std::shared_ptr<const Labels> meaning(std::shared_ptr<const Labels> inner) const;

    std::size_t size() const { return texts_.size(); }
    const std::vector<std::string>& texts() const { return texts_; }
    const Hierarchy& hierarchy() const { return *hierarchy_; }
    bool of_hierarchy_nodes() const { return !by_node_.empty(); }
    // The label that shows a span, which is that of a leaf or of one of the labels. NULL has none.
    std::optional<LabelId> label_of(Span span) const;
    LabelId hidden() const { return hidden_; }
    // Of a node of the hierarchy, where the labels are those of nodes: it may have the span of its only child.
    std::optional<LabelId> label_of_node(Hierarchy::NodeId node) const;

    // A value, node or interval by how it is written.
    Place place_of(std::string_view text) const;
    Place place_of(LabelId label) const { return {meant(label).lo, meant(label).hi}; }
    // The same of a value that a table holds: it is a value or the name of a node, never a way to write an interval.
    Place place_of_value(std::string_view text) const;
    // Such places have numbers, below places(); 0 for those that are not known.
    std::uint32_t place_number(std::string_view text) const;
    std::uint32_t places() const;
    Place numbered_place(std::uint32_t number) const;

    bool may(Comparison comparison, LabelId label, Place place) const {
        return inner_ ? inner_->may(comparison, meant_[label], place) : may(comparison, spans_[label], place);
    }
    bool may(Comparison comparison, Span span, Place place) const;
    bool may_equal(LabelId label, Place place) const { return may(Comparison::equal, label, place); }

private:
    Labels() = default;
    void order();
    // The gap where a number or, where the domain is in alphabetical order, a text would stand.
    std::optional<Code> gap_of(std::string_view text) const;
    bool has_gaps() const { return hierarchy_->domain().is_numeric() || alphabetical_; }
    Span meant(LabelId label) const { return inner_ ? meant_[label] : spans_[label]; }

    std::shared_ptr<const Hierarchy> hierarchy_;
    std::vector<std::string> texts_;
    std::vector<Span> spans_;
    std::vector<std::pair<Span, LabelId>> by_span_;  // ascending
    std::vector<LabelId> by_node_;                   // none for NULL
    LabelId hidden_ = 0;
    bool alphabetical_ = false;
    std::shared_ptr<const Labels> inner_;  // whose domain the labels are about, null for the own one
    std::vector<Span> meant_;              // by label, with inner_
};

}  // namespace scrim
