// Recursive (c, l)-diversity: with the counts r1 >= r2 >= … of the values of a class, r1 < c (r_l +
// r_(l+1) + …). The level of a class is r1 / (r_l + r_(l+1) + …), which must stay below c; it is
// infinite with fewer than l values. Measured in recursive_diversity.cc.
//
// A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, l-Diversity, ICDE 2006. The sign
// is strict there; l_diversity_recursive_inclusive is the form with equality.
//
// Example: counts 2, 1, 1 and l = 3: 2 / 1 = 2. So (2, 3)-diversity fails, and (2.01, 3) holds.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/recursive_diversity.h"

namespace scrim::models {

const ModelSpec& l_diversity_recursive_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "l_diversity_recursive",
         .title = "recursive (c, l)-diversity",
         .citation = "A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam: l-Diversity: Privacy Beyond "
                     "k-Anonymity. ICDE 2006",
         .promise = "An attacker who can rule out any l - 2 sensitive values still finds the most frequent value "
                    "less than c times as frequent as all the rarer ones together: its probability stays below c / "
                    "(1 + c).",
         .limits = "The attacker rules values out one by one; joint knowledge about several people is not covered. "
                   "Does not bound the less frequent values (confidence bounding does), nor how far a class is from "
                   "the table.",
         .parameters = {models::parameters::strict(models::parameters::most(
                            "c", "most frequent value against the l-th and rarer ones, in the worst class")),
                        models::parameters::given_count("l", "position of the first of the rarer values", "2")},
         .traits = {.monotone = true, .one_value_each = true, .needs_sensitive = true}},
        make_model<RecursiveDiversity>};
    return spec;
}

}  // namespace scrim::models
