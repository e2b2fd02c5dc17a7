// Cut: how a part is divided along one attribute.
#pragma once

#include "kernel/core/span.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::partition {

struct Cut {
    std::uint32_t attribute = 0;
    std::vector<Code> bounds;  // ascending; group g holds the codes from bounds[g - 1] up to bounds[g]
    std::uint64_t shared = 0;  // relaxed mode: so many records with the code bounds[0] go into group 0 all the same

    std::size_t groups() const { return bounds.size() + 1; }
};

}  // namespace scrim::recode::partition
