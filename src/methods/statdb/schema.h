// StatSchema: what can be asked about.
#pragma once

#include "kernel/hierarchy/attribute.h"

#include <vector>

namespace scrim::statdb {

struct StatSchema {
    std::vector<hierarchy::Attribute> quasi_identifiers;
    hierarchy::Attribute sensitive;
};

}  // namespace scrim::statdb
