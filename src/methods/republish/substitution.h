// Substitution: how many rows each bucket has, and which records stand in for values that are lacking.
//
// A bucket whose rows are fewer than the records of its most frequent value has records in excess; they, and strays,
// stand where another of its values is lacking. What is lacking still comes from new records: of that value where there
// are some, of another where there are none. Every place that is not filled truly is one substitution.
#pragma once

#include "methods/republish/buckets.h"
#include "methods/republish/method.h"

#include <optional>
#include <vector>

namespace scrim::republication {

// What decides about a bucket: how many records hold each value of its signature, and how many hold none of them.
struct BucketCounts {
    Signature signature;
    Counts counts;
    std::uint32_t strays = 0;

    std::uint64_t records() const;
    std::uint32_t least_rows() const;  // that have room for all records
    std::uint32_t most_rows() const;   // with which no record is in excess
};

// The rows of each bucket, such that few substitutions are needed: rows are taken away as long as that saves some.
// Nothing where `supply`, all of it together, cannot fill the gaps whatever the rows.
std::optional<std::vector<std::uint32_t>> choose_rows(const std::vector<BucketCounts>& buckets, const Counts& supply);
// How many substitutions these rows need; nothing where the supply does not reach.
std::optional<std::uint64_t> substitutions(const std::vector<BucketCounts>& buckets,
                                           const std::vector<std::uint32_t>& rows, const Counts& supply);

// Which records stand in for which values: for each lacking value, in the order given, a value that is left. The
// nearest by `distance`, level by level from below, which in an ultrametric costs least in all; among equals the most
// frequent. The rest stays eligible if it can: otherwise the most frequent are taken.
std::vector<std::uint32_t> choose_substitutes(const std::vector<std::uint32_t>& lacking, const Counts& left,
                                              const MethodInput& input);

}  // namespace scrim::republication
