// SignatureBuckets: the records that go on, by the signature that each has to keep (the division of both methods), and
// the groups that are made of them when they have been filled.
#pragma once

#include "methods/republish/grouping.h"
#include "methods/republish/new_records.h"

#include <map>

namespace scrim::republication {

// A bucket while it is filled.
struct OpenBucket {
    std::uint32_t signature = 0;
    std::vector<std::vector<GroupPlace>> places;  // by value of the signature
    std::vector<std::uint32_t> strays;            // records whose value is not in the signature: they were substituted

    std::uint32_t most() const;  // places of the value that has most
    std::uint64_t records() const;
};

class SignatureBuckets {
public:
    // Every record that is not new is in the bucket of its signature.
    explicit SignatureBuckets(const Version& version);

    std::vector<OpenBucket>& open() { return open_; }
    const std::vector<Signature>& signatures() const { return signatures_; }
    const Signature& signature(const OpenBucket& bucket) const { return signatures_[bucket.signature]; }

    // Puts all new records, which are eligible, in complete rows: of signatures that are there as long as possible, the
    // largest buckets first, then of new ones. Few large buckets make narrow groups, and lose fewer rows to deletions.
    void add_rows(NewRecords& records, const Diversity& diversity);

    // Every value of a bucket has as many places now.
    std::vector<Bucket> close() &&;

private:
    OpenBucket& bucket_of(const Signature& signature);
    void add_rows(OpenBucket& bucket, std::uint32_t rows, NewRecords& records);

    std::vector<Signature> signatures_;
    std::map<Signature, std::uint32_t> number_of_;   // of a signature
    std::map<std::uint32_t, std::size_t> place_of_;  // of a signature's bucket in open_
    std::vector<OpenBucket> open_;
};

}  // namespace scrim::republication
