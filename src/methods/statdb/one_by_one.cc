// The paper's: one group after the other, of the values that are left most often (kernel/deal/signature_plan.h).
#include "methods/statdb/builder.h"

namespace scrim::statdb {

const Builder& one_by_one_builder() {
    static const Builder spec{.name = "one_by_one",
                              .summary = "the paper's",
                              .plan = [](std::span<const std::uint32_t> counts, std::uint32_t m, deal::Chance& chance) {
                                  return deal::plan_one_by_one(counts, m, chance);
                              }};
    return spec;
}

}  // namespace scrim::statdb
