// Differential privacy: aggregates with noise, paid from a budget (methods/statdb/noisy).
#include "methods/statdb/framework.h"

namespace scrim::statdb {

const Framework& dp_framework() {
    static const Framework spec{
        .name = "dp",
        .says =
            "whether any one person is in the table changes the chance of any answer by a factor of at most e^epsilon, "
            "epsilon being the sum of all that was spent",
        .against =
            "whoever knows this program, all answers, and everything about everybody else; the values that columns can "
            "have are taken to be public, and so is whatever else was released",
        .when = "with noise, for a price in epsilon (differential privacy)",
        .sure = false,
        .only_counts = false,
        .quantiles = true,
        .on_request = true};
    return spec;
}

}  // namespace scrim::statdb
