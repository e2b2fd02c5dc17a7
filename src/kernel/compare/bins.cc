#include "kernel/compare/bins.h"

#include <algorithm>
#include <numeric>

namespace scrim::compare {

Bins Bins::of(const Comparison& input, std::size_t attribute, Code most) {
    constexpr std::uint32_t wanted = 20;
    const Domain& domain = input.attributes[attribute].domain();
    std::vector<double> counts(domain.size(), 0);
    for (std::size_t row = 0; row < input.original.rows(); ++row)
        counts[input.original.labels[attribute][row]] += input.original.weights[row];
    const auto occurring = static_cast<Code>(
        std::count_if(counts.begin(), counts.begin() + domain.values(), [](double count) { return count > 0; }));
    Bins bins;
    bins.by_code_.resize(domain.size());
    if (!domain.is_numeric()) {
        std::iota(bins.by_code_.begin(), bins.by_code_.end(), 0U);
        bins.size_ = domain.size();
    } else {
        double all = 0;
        for (Code code = 0; code < domain.values(); ++code) all += counts[code];
        bins.size_ = occurring <= most ? std::max<std::size_t>(occurring, 1) : wanted;
        auto next = static_cast<std::uint32_t>(bins.size_);  // the bin of the next value that the original has …
        double below = all;                                  // … and the records below it
        for (Code code = domain.values(); code-- > 0;) {
            if (counts[code] > 0) {
                below -= counts[code];
                const double rank = below + (counts[code] + 1) / 2;
                next = occurring <= most ? next - 1
                                         : std::min(wanted - 1, static_cast<std::uint32_t>(wanted * rank / all));
            }
            bins.by_code_[code] = std::min(next, static_cast<std::uint32_t>(bins.size_ - 1));
        }
        if (domain.has_null()) bins.by_code_[domain.null_code()] = static_cast<std::uint32_t>(bins.size_++);
    }
    bins.ends_.resize(domain.size());
    for (Code code = domain.size(); code-- > 0;) {
        const bool last = code + 1 == domain.size() || bins.by_code_[code + 1] != bins.by_code_[code];
        bins.ends_[code] = last ? code + 1 : bins.ends_[code + 1];
    }
    return bins;
}

}  // namespace scrim::compare
