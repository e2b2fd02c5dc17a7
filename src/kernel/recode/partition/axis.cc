#include "kernel/recode/partition/axis.h"

#include <algorithm>

namespace scrim::recode::partition {
namespace {

constexpr Code largest_table = 64;  // values

}  // namespace

Axis::Axis(const hierarchy::Attribute& attribute, Categories categories, bool disjoint)
    : attribute_(attribute),
      size_(attribute.domain().size()),
      anywhere_(attribute.free_intervals() || categories == Categories::order),
      disjoint_(disjoint),
      null_(attribute.free_intervals() && attribute.domain().has_null() ? attribute.domain().null_code() : UINT32_MAX),
      charge_per_value_(attribute.weight / (std::max<Code>(size_, 2) - 1)) {
    if (anywhere_) {
        ends_ = {null_, size_};
        return;
    }
    const auto nodes = attribute.hierarchy->nodes();
    first_.assign(nodes.size() + 1, 0);
    for (std::size_t n = 1; n < nodes.size(); ++n) ++first_[nodes[n].parent + 1];
    for (std::size_t n = 0; n < nodes.size(); ++n) first_[n + 1] += first_[n];
    ends_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t n = 1; n < nodes.size(); ++n) ends_[next[nodes[n].parent]++] = nodes[n].span.hi;
    for (std::size_t n = 0; n < nodes.size(); ++n) std::sort(ends_.begin() + first_[n], ends_.begin() + first_[n + 1]);
    if (size_ > largest_table) return;
    std::vector<float> table(std::size_t{size_} * size_, 0);
    for (Code lo = 0; lo < size_; ++lo)
        for (Code hi = lo; hi < size_; ++hi) table[lo * size_ + hi] = static_cast<float>(charge({lo, hi + 1}));
    table_ = std::move(table);
}

std::span<const Code> Axis::groups(Span hull) const {
    if (anywhere_) return ends_;
    const hierarchy::Hierarchy::NodeId node = attribute_.hierarchy->covering(hull);
    return std::span(ends_).subspan(first_[node], first_[node + 1] - first_[node]);
}

Span Axis::print(Span hull) const { return printed_as_is(hull) ? hull : printable(attribute_, hull); }

}  // namespace scrim::recode::partition
