// StatSchema: what can be asked about.
#pragma once

#include "kernel/hierarchy/hierarchy.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::statdb {

struct StatColumn {
    std::string name;
    std::shared_ptr<const hierarchy::Hierarchy>
        hierarchy;           // over the column's domain; never null: without a file, Hierarchy::flat
    bool from_file = false;  // somebody made the hierarchy, so that its labels may be asked for

    const Domain& domain() const { return hierarchy->domain(); }
};

struct StatSchema {
    std::vector<StatColumn> quasi_identifiers;
    StatColumn sensitive;
};

}  // namespace scrim::statdb
