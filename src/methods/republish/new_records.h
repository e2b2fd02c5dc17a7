// NewRecords: the records of a version that no release has shown yet, by value, in a random order.
//
// Methods decide by counts how many of each value go where; which ones is left to chance.
#pragma once

#include "kernel/core/random.h"
#include "methods/republish/diversity.h"
#include "methods/republish/version.h"

namespace scrim::republication {

class NewRecords {
public:
    NewRecords(const Version& version, Random& random);

    const Counts& left() const { return left_; }
    std::uint64_t total() const { return total_; }
    std::uint32_t take(std::uint32_t value) {
        --total_;
        return records_[first_[value] + --left_[value]];
    }
    // Takes all but `kept` of each value.
    std::vector<std::uint32_t> hold_back(const Counts& kept);

private:
    std::vector<std::uint32_t> records_;  // by value
    std::vector<std::uint32_t> first_;    // of each value
    Counts left_;
    std::uint64_t total_ = 0;
};

}  // namespace scrim::republication
