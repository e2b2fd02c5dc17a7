// m-invariance: everybody's group holds the same m or more different values in all releases. Where a group lacks one of
// them and no new record has it, a counterfeit record does.
#include "kernel/series/method.h"

namespace scrim::series {

const MethodSpec& m_invariance_method() {
    static const MethodSpec spec{
        .name = "m_invariance",
        .title = "m-invariance: groups of different values that stay the same over time",
        .citation =
            "Xiao, Tao: m-invariance: towards privacy preserving re-publication of dynamic datasets, SIGMOD 2007",
        .summary = "generalized, with counterfeits",
        .parameter = "m",
        .forms = {"generalized", "anatomized"}};
    return spec;
}

}  // namespace scrim::series
