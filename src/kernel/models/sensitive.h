// Sensitive: a sensitive attribute as models see it, with all that can be computed once for the whole table.
#pragma once

#include "kernel/core/histogram.h"
#include "kernel/hierarchy/hierarchy.h"

#include <string>
#include <vector>

namespace scrim::models {

// Made by make_sensitive(), which keeps the parts in step.
struct Sensitive {
    std::string name;
    DomainPtr domain;
    const hierarchy::Hierarchy* hierarchy = nullptr;  // over `domain`, or what `cells` are spans of; null for none
    bool ordered = false;                             // the order of the domain means something
    ValueHistogram overall;                           // of the whole table

    // Running sums over the values that occur in the table (a domain may hold more: a hierarchy's other leaves).
    std::vector<Code> occurring;              // occurring[i]: how many values < i occur
    std::vector<std::uint64_t> ordered_sums;  // ordered_sums[i]: sum of overall.below(j + 1) over those values j < i

    // Where values are generalized record by record: what each code covers of the hierarchy's leaves; else empty.
    std::vector<Span> cells = {};

    // Some printed values stand for several, so that counting them is not counting values.
    bool generalized() const { return !cells.empty(); }
    // Values that occur in the table, NULL among them.
    Code distinct() const { return occurring.back(); }
    bool is_null(Code value) const { return domain->has_null() && value == domain->null_code(); }
    // Records of the table that hold NULL.
    std::uint64_t nulls() const { return domain->has_null() ? overall[domain->null_code()] : 0; }
};

// `counts` of the whole table, one per value of `domain`; `hierarchy` is over `domain` and outlives the result.
Sensitive make_sensitive(std::string name, DomainPtr domain, const hierarchy::Hierarchy* hierarchy,
                         const std::vector<std::uint64_t>& counts, bool ordered);

}  // namespace scrim::models
