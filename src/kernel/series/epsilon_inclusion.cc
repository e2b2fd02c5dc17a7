// epsilon-inclusion: as m-invariance, but nobody is made up: another record is published with the value that a group
// lacks. Quasi-identifiers are printed as they are, and values are dealt out anew within each group.
#include "kernel/series/method.h"

namespace scrim::series {

const MethodSpec& epsilon_inclusion_method() {
    static const MethodSpec spec{
        .name = "epsilon_inclusion",
        .title = "epsilon-inclusion: groups of different values whose signatures nest over time",
        .citation =
            "Wei, Lu, Zou: epsilon-inclusion: privacy preserving re-publication of dynamic datasets, J. Zhejiang Univ. "
            "Sci. A, 2008",
        .summary = "exact quasi-identifiers, with substitutes",
        .substitutes = true,
        .nests = true,
        .categories = true,
        .parameter = "epsilon",
        .forms = {"permuted"}};
    return spec;
}

}  // namespace scrim::series
