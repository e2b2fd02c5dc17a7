// What a class tells by having been made at all (Wong, Fu, Wang, Pei: Minimality attack, VLDB 2007).
//
// A class joins people of several exact quasi-identifiers. Had each of these parts satisfied the requirements by
// itself, an algorithm that generalizes no more than it must would not have joined them: so in the original some part
// did not. Counts every way to deal the class's values to the parts of which that is true.
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/models/model.h"

#include <functional>
#include <optional>
#include <vector>

namespace scrim::audit {

struct MinimalWorlds {
    // By part, then value of the class: how likely a person of that part has it.
    std::vector<std::vector<Ratio>> belief;
};

// `sizes` of the parts, which add up to the class; satisfied(counts, records) says whether a part with so many records
// of each value of the class is good enough alone. Nothing where there are too many ways, or none.
std::optional<MinimalWorlds> minimal_worlds(
    const models::ClassView& view, const std::vector<std::uint32_t>& sizes,
    const std::function<bool(const std::vector<std::uint32_t>& counts, std::uint32_t records)>& satisfied);

}  // namespace scrim::audit
