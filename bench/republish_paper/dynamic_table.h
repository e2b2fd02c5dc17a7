// A table that changes, as in the experiments of 002: so many records at first, the others in a pool; each time some
// are deleted at random and as many come out of the pool.
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/table.h"
#include "methods/republish/method.h"

#include <string>
#include <vector>

namespace scrim::experiment {

struct Method {
    std::string name;  // m_invariance or epsilon_inclusion
    std::uint32_t m = 10;
    bool blind = false;
};

// The whole table by codes; the last column is the sensitive one.
class DynamicTable {
public:
    DynamicTable(const Table& table, std::size_t first, std::uint64_t seed);

    // The version as it is now, with the signatures of the last release.
    republication::Version version() const;
    // Which row of the whole table a record of version() is.
    const std::vector<std::uint32_t>& rows() const { return now_; }
    void change(std::size_t volume);
    // Takes note of a release of version().
    void published(const republication::Grouping& grouping);
    std::size_t pool() const { return pool_.size(); }
    const std::vector<Code>& domain_sizes() const { return sizes_; }

private:
    std::size_t dimensions_;
    std::vector<Code> sizes_;  // of every column's domain
    std::vector<Code> codes_;  // row by row, the sensitive one apart
    std::vector<std::uint32_t> values_;
    std::vector<std::uint32_t> now_, pool_;
    std::vector<std::uint32_t> signature_;  // of every row
    std::vector<republication::Signature> signatures_;
    SeededRandom random_;
};

// Width by width: (hi - lo) / (size - 1).
republication::Extent plain_extent(const std::vector<Code>& sizes);

republication::Grouping publish(const republication::Version& version, const Method& method,
                                const republication::Extent& extent, Random& random);
// The normalized certainty penalty of a generalized release of these groups.
double loss(const republication::Version& version, const republication::Grouping& grouping,
            const republication::Extent& extent);

}  // namespace scrim::experiment
