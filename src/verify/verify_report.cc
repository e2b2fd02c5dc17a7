#include "scrim/verify.h"
namespace scrim {
bool VerifyReport::holds() const {
    for (const VerifyClaim& claim : claims)
        if (claim.outcome == VerifyClaim::Outcome::fails) return false;
    return true;
}
}  // namespace scrim
