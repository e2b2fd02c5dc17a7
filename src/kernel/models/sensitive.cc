#include "kernel/models/sensitive.h"

#include <utility>

namespace scrim::models {

Sensitive make_sensitive(std::string name, DomainPtr domain, const hierarchy::Hierarchy* hierarchy,
                         const std::vector<std::uint64_t>& counts, bool ordered) {
    Sensitive sensitive{std::move(name), std::move(domain), hierarchy, ordered, ValueHistogram(counts), {0}, {0}, {}};
    sensitive.occurring.reserve(counts.size() + 1);
    sensitive.ordered_sums.reserve(counts.size() + 1);
    for (Code value = 0; value < counts.size(); ++value) {
        const bool occurs = counts[value] > 0;
        sensitive.occurring.push_back(sensitive.occurring.back() + (occurs ? 1 : 0));
        const std::uint64_t up_to = sensitive.overall.below(value + 1);
        sensitive.ordered_sums.push_back(sensitive.ordered_sums.back() + (occurs ? up_to : 0));
    }
    return sensitive;
}

}  // namespace scrim::models
