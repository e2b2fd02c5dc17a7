// The re-publication methods: from one version of the data and the signatures to be kept to the groups of its release.
#pragma once

#include "kernel/core/random.h"
#include "kernel/series/method.h"
#include "methods/republish/bucket_split.h"
#include "methods/republish/diversity.h"
#include "scrim/result.h"

#include <functional>
#include <string>

namespace scrim::republication {

struct MethodInput {
    const Version& version;
    const Diversity& diversity;
    const Extent& extent;
    // How far apart two values are, 0 and more; an ultrametric, as steps up a hierarchy are. Empty: all alike.
    std::function<std::uint32_t(std::uint32_t, std::uint32_t)> distance = {};
    std::function<std::string(std::uint32_t)> label_of;  // of a value, for messages
    bool delay = false;                                  // hold records back rather than fail
    bool blind = false;                                  // leave to chance who shares a group
};

// What to say of new records that cannot be grouped.
Error not_eligible(const MethodInput& input, const Counts& left);

// Xiao, Tao: m-invariance (SIGMOD 2007). A record keeps its signature as long as it lives. Values that a bucket lacks
// are filled with new records, and with counterfeits where there are none: the fewest possible.
Result<Grouping> m_invariant_groups(const MethodInput& input, Random& random);

// Wei, Lu, Zou: epsilon-inclusion (2008). Nothing is made up, but where a bucket lacks a value and no new record has
// it, another record takes its place and is published with the value that is lacking. Signatures are kept as they are,
// which nests them: the paper's rule that a left-over record may join an older cluster would single it out
// (tests/audit/composition_test.cc).
Result<Grouping> epsilon_inclusive_groups(const MethodInput& input, Random& random);

// By that method.
Result<Grouping> make_groups(const series::MethodSpec& method, const MethodInput& input, Random& random);

}  // namespace scrim::republication
