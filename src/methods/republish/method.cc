#include "methods/republish/method.h"

#include "kernel/core/text.h"

namespace scrim::republication {

Error not_eligible(const MethodInput& input, const Counts& left) {
    return input_error(format("the {} cannot be grouped: {}; hold records back for the next release with --delay",
                              input.version.signatures.empty() ? "records" : "new records that fill no gap",
                              why_not_eligible(left, input.diversity, input.label_of)));
}

}  // namespace scrim::republication
