// Bucketization: all that a statistical database knows: who is in which bucket, and who there shares a value.
//
// A bucket is a set of records with a signature, the m or more sensitive values that occur among them, each equally
// often. It can be split into groups of one record per value in many ways, and every question is answered from the
// split that suits it best. Whoever sees all answers sees which records of a bucket share a value, never which value it
// is: the values of a bucket can be exchanged and every answer stays as it was. (Xiao, Tao: Dynamic anonymization,
// SIGMOD 2008.)
#pragma once

#include "kernel/core/groups.h"
#include "kernel/core/table.h"
#include "methods/statdb/builder.h"
#include "scrim/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrim::statdb {

struct Bucketization {
    // A segment is the records of one bucket with one value. The segments of a bucket have equally many records, and
    // their values ascend.
    Groups<std::uint32_t> signatures;  // of the buckets: the value of each segment, bucket by bucket
    Groups<std::uint32_t> segments;    // which rows of the table their records are

    std::size_t size() const { return signatures.size(); }
};

struct BuildPlan {
    std::uint32_t m = 0;
    const Builder* builder = builders().front();
    // At most so many; 0: as many as default_strata() says, of attributes with few values. One
    // where the builder plans no regions.
    std::uint32_t strata = 0;
};

// Refuses what is not m-eligible, and says why. `strata` is set to how many were made.
Result<Bucketization> bucketize(const Table& quasi_identifiers, const Column& sensitive, const std::string& name,
                                BuildPlan& plan, deal::Chance& chance);

// Each value is a bucket of its own: nothing is hidden, which is for noise to do.
Bucketization by_value(const Table& quasi_identifiers, const Column& sensitive);

}  // namespace scrim::statdb
