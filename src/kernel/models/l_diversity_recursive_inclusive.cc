// Recursive (c, l)-diversity, with equality: with the counts r1 >= r2 >= … of the values of a
// class, r1 <= c (r_l + r_(l+1) + …). The level of a class is r1 / (r_l + r_(l+1) + …), which must
// not exceed c; it is infinite with fewer than l values. Measured in recursive_diversity.cc.
//
// A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, l-Diversity, ICDE 2006, as
// written by A. Deutsch, Privacy in Database Publishing, Handbook of Database Security, 2008.
//
// Example: counts 2, 1, 1 and l = 3: 2 / 1 = 2. So (2, 3)-diversity holds, and (1.99, 3) fails.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/recursive_diversity.h"

namespace scrim::models {

const ModelSpec& l_diversity_recursive_inclusive_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "l_diversity_recursive_inclusive",
         .title = "recursive (c, l)-diversity, with equality",
         .citation = "A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam: l-Diversity: Privacy Beyond "
                     "k-Anonymity. ICDE 2006. With equality: A. Deutsch: Privacy in Database Publishing: A Bayesian "
                     "Perspective. Handbook of Database Security, 2008",
         .promise = "As recursive (c, l)-diversity, but the most frequent value may be exactly c times as frequent "
                    "as the rarer ones: its probability is at most c / (1 + c), also for an attacker who can rule "
                    "out l - 2 values.",
         .limits = "As recursive (c, l)-diversity, and weaker than it at the boundary: a class of two equally "
                   "frequent values is (1, 2)-diverse here and is not there.",
         .parameters = {models::parameters::most(
                            "c", "most frequent value against the l-th and rarer ones, in the worst class"),
                        models::parameters::given_count("l", "position of the first of the rarer values", "2")},
         .traits = {.monotone = true, .one_value_each = true, .needs_sensitive = true}},
        make_model<RecursiveDiversity>};
    return spec;
}

}  // namespace scrim::models
