// RowTest: a condition, ready to be applied to the records of a StatTable.
#pragma once

#include "methods/statdb/condition.h"
#include "methods/statdb/stat_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::statdb {

class RowTest {
public:
    RowTest(const StatTable& table, const Condition& condition);

    // Room for one thread.
    struct Scratch {
        std::vector<std::vector<std::uint8_t>> masks;  // by depth of the condition
        std::uint64_t rows = 0;                        // that were looked at, and …
        std::uint64_t skipped = 0;                     // … that zones spoke for
    };

    // For each segment of a bucket, how many of its records satisfy the condition.
    void count(std::size_t bucket, std::vector<std::uint32_t>& counts, Scratch& scratch) const;
    // A byte per record of [begin, end), 1 where it does.
    void mask(std::uint32_t begin, std::uint32_t end, std::uint8_t* mask, Scratch& scratch) const;

private:
    enum class Verdict { none, some, all };

    static Verdict judge(const Condition& condition, std::span<const Span> zone);
    void apply(const Condition& condition, std::size_t depth, std::uint32_t begin, std::uint32_t end,
               std::uint8_t* mask, Scratch& scratch) const;
    std::uint32_t count_rows(std::uint32_t begin, std::uint32_t end, Scratch& scratch) const;
    std::uint32_t count_segment(std::size_t segment, Scratch& scratch) const;

    const StatTable& table_;
    const Condition& condition_;
};

}  // namespace scrim::statdb
