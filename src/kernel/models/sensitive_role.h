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
    std::shared_ptr<const hierarchy::Hierarchy> hierarchy;  // over the column's domain; may be null
    std::string guard;                                      // column of guarding nodes, "" for none
    std::vector<Span> guard_spans;                          // what each code of the guard column protects
};

}  // namespace scrim::models
