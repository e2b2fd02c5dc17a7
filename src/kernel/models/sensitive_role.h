// SensitiveRole: a sensitive column of a table, with what protects and orders its values.
#pragma once

#include "kernel/core/span.h"
#include "kernel/hierarchy/hierarchy.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::models {

struct SensitiveRole {
    std::string column;
    std::shared_ptr<const hierarchy::Hierarchy> hierarchy;  // over the column's domain, or under its cells; may be null
    std::string guard;                                      // column of guarding nodes, "" for none
    std::vector<Span> guard_spans;                          // what each code of the guard column protects
    // Where values are generalized record by record: what each code of the column covers of the hierarchy's leaves.
    // The column's domain is then that of the printed values. Empty where every value is a leaf.
    std::vector<Span> cells = {};
};

}  // namespace scrim::models
