#include "kernel/models/positive_disclosure.h"

#include <algorithm>
#include <functional>

namespace scrim::models {

Ratio PositiveDisclosure::smallest_c(const ClassView& view) const {
    std::size_t most = view.values.size();  // the value r is of
    for (std::size_t v = 0; v < view.values.size(); ++v) {
        const bool counts = disclosed_.empty() || !values_.selects(view, view.values[v].value);
        if (counts && (most == view.values.size() || view.values[v].count > view.values[most].count)) most = v;
    }
    if (most == view.values.size()) return Ratio(0);
    const std::uint32_t r = view.values[most].count;
    if (l_ == 1) return Ratio(r, view.size);
    std::uint64_t left = view.size - r;
    if (l_ > 2) {
        thread_local std::vector<std::uint32_t> others;  // kept per thread, because classes are many and small
        others.clear();
        for (std::size_t v = 0; v < view.values.size(); ++v)
            if (v != most) others.push_back(view.values[v].count);
        const std::size_t ruled_out = std::min<std::uint64_t>(l_ - 2, others.size());
        std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(ruled_out), others.end(),
                          std::greater<>());
        for (std::size_t i = 0; i < ruled_out; ++i) left -= others[i];
    }
    return Ratio(r, left);
}

}  // namespace scrim::models
