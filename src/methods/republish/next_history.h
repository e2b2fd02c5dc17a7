// The history after a release: who is in it with which signature, and the signatures of those who are not.
#pragma once

#include "methods/republish/grouping.h"
#include "methods/republish/next_version.h"

namespace scrim::republication {

// Rules, policy and the release itself are for the caller to add. `before` is null after the first release.
History next_history(const History* before, const NextVersion& next, const Grouping& grouping);

}  // namespace scrim::republication
