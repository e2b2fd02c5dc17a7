// Recursive (c, l)-diversity: the smallest c of a class. Whether c itself is allowed is the description's matter
// (strict).
#pragma once

#include "kernel/models/model.h"

namespace scrim::models {

class RecursiveDiversity : public Model {
public:
    RecursiveDiversity(const ModelInfo& info, Arguments given);

    // With counts r1 >= r2 >= …: r1 / (r_l + r_(l+1) + …), infinite with fewer than l values.
    Levels measure(const ClassView& view) const override;
    std::uint64_t least_lost(const ClassView& view) const override;
    // c / (1 + c), also for who rules out l - 2 values.
    std::optional<BeliefBound> belief_bound() const override;

private:
    std::uint64_t l_;
};

}  // namespace scrim::models
