// Splitting a bucket into groups of one record per value, near ones together.
//
// Every value's records are halved along the attribute that leaves the least extent, until each part is one group. Who
// is whose neighbor is seen by value, so that groups depend on who holds what (the certificate says so); `blind`
// leaves them to chance instead.
#pragma once

#include "kernel/core/random.h"
#include "methods/republish/grouping.h"

#include <functional>

namespace scrim::republication {

// How much is lost when a group prints values from lo to hi of an attribute, both included.
using Extent = std::function<double(std::size_t attribute, Code lo, Code hi)>;

// The groups of all buckets, in a random order.
Grouping split_buckets(const Version& version, std::vector<Bucket> buckets, std::vector<Signature> signatures,
                       const Extent& extent, bool blind, Random& random);

}  // namespace scrim::republication
