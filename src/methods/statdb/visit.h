// Visit: the buckets that a question has to look at, found through the index on signatures.
#pragma once

#include "methods/statdb/stat_table.h"

#include <algorithm>
#include <span>
#include <vector>

namespace scrim::statdb {

class Visit {
public:
    // `values` as Query::values.
    Visit(const StatTable& table, std::span<const Span> values) : asked_(table.buckets(), 0) {
        for (const Span span : values)
            for (Code value = span.lo; value < span.hi; ++value)
                for (const std::uint32_t bucket : table.buckets_with(value))
                    if (asked_[bucket]++ == 0) buckets_.push_back(bucket);
        std::sort(buckets_.begin(), buckets_.end());
    }
    std::span<const std::uint32_t> buckets() const { return buckets_; }
    // How many values of the bucket's signature are asked for.
    std::uint32_t asked(std::size_t bucket) const { return asked_[bucket]; }
    std::size_t passed() const { return asked_.size() - buckets_.size(); }

private:
    std::vector<std::uint32_t> asked_, buckets_;
};

}  // namespace scrim::statdb
