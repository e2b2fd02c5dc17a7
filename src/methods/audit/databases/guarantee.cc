#include "methods/audit/databases/guarantee.h"

namespace scrim::audit::databases {

const std::vector<const Guarantee*>& guarantees() {
    static const std::vector<const Guarantee*> all{
#define SCRIM_GUARANTEE(name) &name##_guarantee(),
#include "methods/audit/databases/guarantees.def"
#undef SCRIM_GUARANTEE
    };
    return all;
}

}  // namespace scrim::audit::databases
