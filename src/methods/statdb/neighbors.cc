// Values of neighboring frequency together, region by region (kernel/deal/signature_plan.h).
#include "methods/statdb/builder.h"

namespace scrim::statdb {

const Builder& neighbors_builder() {
    static const Builder spec{.name = "neighbors",
                              .summary = "near values together, within regions",
                              .regions = true,
                              .plan = [](std::span<const std::uint32_t> counts, std::uint32_t m, deal::Chance&) {
                                  return deal::plan_neighbors(counts, m);
                              }};
    return spec;
}

}  // namespace scrim::statdb
