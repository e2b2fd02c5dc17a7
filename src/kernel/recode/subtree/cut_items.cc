#include "kernel/recode/subtree/cut_items.h"

#include <algorithm>

namespace scrim::recode::subtree {
namespace {

// A hierarchy that somebody made says which intervals there are.
bool cut_anywhere(const hierarchy::Attribute& attribute) { return attribute.free_intervals() && !attribute.from_file; }

}  // namespace

CutItems::CutItems(const Problem& problem) : problem_(problem) {
    for (std::size_t a = 0; a < problem.dimensions(); ++a)
        if (cut_anywhere(problem.quasi_identifiers[a]))
            add_numbers(a);
        else
            add_nodes(a);
}

std::uint32_t CutItems::add(CutItem item, bool forced) {
    const auto id = static_cast<std::uint32_t>(items_.size());
    if (item.parent != CutItem::none) children_[item.parent].push_back(id);
    items_.push_back(item);
    children_.emplace_back();
    forced_.push_back(forced);
    return id;
}

// Numbers that occur. NULL is no number: what holds it and numbers is printed as everything, so it is set apart before
// the numbers are divided.
void CutItems::add_numbers(std::size_t attribute) {
    const hierarchy::Attribute& of = problem_.quasi_identifiers[attribute];
    const Domain& domain = of.domain();
    const Code numbers = domain.has_null() ? domain.null_code() : domain.size();
    std::vector<char> occurs(domain.size(), 0);
    for (std::size_t t = 0; t < problem_.tuples->size(); ++t) occurs[problem_.column(attribute)[t]] = 1;
    std::vector<Code> bounds;
    for (Code value = 1, some = occurs[0]; value < numbers; some |= occurs[value++])
        if (some && occurs[value]) bounds.push_back(value);
    // An interval may not reach from one widest span to the next.
    const auto is_forced = [&](Code bound) { return of.widest(bound).lo == bound; };
    for (Code value = 1; value < numbers; ++value)
        if (is_forced(value)) bounds.push_back(value);
    std::sort(bounds.begin(), bounds.end());
    bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
    std::uint32_t parent = CutItem::none;
    if (domain.has_null() && numbers > 0)
        parent = add({attribute, CutItem::none, numbers, 0}, of.widest(numbers).lo == numbers);
    for (const Code bound : bounds) add({attribute, parent, bound, 0}, is_forced(bound));
}

// Nodes of two children or more; one with a single child means the same as the child.
void CutItems::add_nodes(std::size_t attribute) {
    const hierarchy::Attribute& of = problem_.quasi_identifiers[attribute];
    const auto nodes = of.hierarchy->nodes();
    std::vector<std::uint32_t> nearest(nodes.size(), CutItem::none), children(nodes.size(), 0);
    for (std::size_t n = 1; n < nodes.size(); ++n) ++children[nodes[n].parent];
    std::vector<char> too_wide(nodes.size(), 0);
    for (Code value = 0; value < of.domain().size(); ++value)
        for (auto n = of.hierarchy->leaf(value); n != hierarchy::Hierarchy::none; n = nodes[n].parent)
            if (nodes[n].span.width() > of.widest(value).width()) too_wide[n] = 1;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const std::uint32_t above = n == 0 ? CutItem::none : nearest[nodes[n].parent];
        nearest[n] = above;
        if (children[n] >= 2)
            nearest[n] = add({attribute, above, 0, static_cast<hierarchy::Hierarchy::NodeId>(n)}, too_wide[n]);
    }
}

std::vector<Cut> CutItems::cuts(const std::vector<char>& in) const {
    std::vector<Cut> cuts;
    for (const hierarchy::Attribute& attribute : problem_.quasi_identifiers)
        cuts.push_back(Cut(attribute.domain().size(), Span{0, attribute.domain().size()}));
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (!in[i]) continue;
        const CutItem& item = items_[i];
        Cut& cut = cuts[item.attribute];
        const hierarchy::Attribute& attribute = problem_.quasi_identifiers[item.attribute];
        if (cut_anywhere(attribute)) {
            const Span whole = cut[item.bound];
            for (Code value = whole.lo; value < whole.hi; ++value)
                cut[value] = value < item.bound ? Span{whole.lo, item.bound} : Span{item.bound, whole.hi};
            continue;
        }
        // Parents come first, so that the children are printed last.
        const auto nodes = attribute.hierarchy->nodes();
        for (std::size_t n = 1; n < nodes.size(); ++n)
            if (nodes[n].parent == item.node)
                for (Code value = nodes[n].span.lo; value < nodes[n].span.hi; ++value) cut[value] = nodes[n].span;
    }
    return cuts;
}

}  // namespace scrim::recode::subtree
