// Attribute: a column that may be generalized, or asked about at the levels of its hierarchy.
#pragma once

#include "kernel/hierarchy/hierarchy.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace scrim::hierarchy {

struct Attribute {
    std::string name;
    std::shared_ptr<const Hierarchy>
        hierarchy;                // over the column's domain; never null: without a file, Hierarchy::flat
    bool from_file = false;       // somebody made the hierarchy; otherwise it only knows "*"
    double weight = 1;            // how much its loss counts, > 0
    std::uint32_t max_level = 0;  // no cell may be more general than this level; height() for no limit
    bool intervals = false;       // see free_intervals()

    // Over the leaves of a hierarchy that somebody made …
    static Attribute over(std::string name, std::shared_ptr<const Hierarchy> hierarchy) {
        const std::uint32_t top = hierarchy->height();
        return {.name = std::move(name), .hierarchy = std::move(hierarchy), .from_file = true, .max_level = top};
    }
    // … or over these values, which have none but "*" above them.
    static Attribute flat(std::string name, DomainPtr domain) {
        Attribute made = over(std::move(name), std::make_shared<Hierarchy>(Hierarchy::flat(std::move(domain))));
        made.from_file = false;
        return made;
    }

    const Domain& domain() const { return hierarchy->domain(); }
    const DomainPtr& domain_ptr() const { return hierarchy->domain_ptr(); }
    const Hierarchy* hierarchy_from_file() const { return from_file ? hierarchy.get() : nullptr; }
    // May cells be printed as any interval of values? Numbers and dates, unless their hierarchy means something else
    // than intervals, as that of zip codes does. Other values are printed as hierarchy nodes.
    bool free_intervals() const { return intervals; }
    // The widest span that a cell with this value may be printed as.
    Span widest(Code value) const { return hierarchy->at_level(value, max_level).span; }
};

}  // namespace scrim::hierarchy
