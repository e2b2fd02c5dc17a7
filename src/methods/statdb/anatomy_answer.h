// dyn-ana: answers from the anatomy that suits a question best, without making it.
//
// Of a bucket with signature K, let b(v) be how many records of value v satisfy the question's condition. Every split
// into groups that puts them together first (A-Decompose) has, for each j, as many groups with j of them or more as the
// j-th largest b says; in each group anybody may hold any value of K. So an aggregate that gives value v the weight
// w(v) is least when the largest b go with the least weights, and greatest when they go with the greatest: the count
// has weights 0 and 1 (A-Count), the sum has the values themselves. Only the sorted b enter, which do not change when
// the values of a bucket are exchanged: therefore no sequence of such answers tells who holds which value.
#pragma once

#include "methods/statdb/bounds.h"
#include "methods/statdb/query.h"
#include "methods/statdb/stat_table.h"

#include <span>
#include <vector>

namespace scrim::statdb {

class AnatomyAnswer {
public:
    // Looks at the records once; `values` as Query::values.
    AnatomyAnswer(const StatTable& table, const Condition& rows, std::span<const Span> values);

    Bounds count() const;
    // Over a numeric sensitive attribute; NULL is no number and does not count.
    Bounds sum() const;
    Bounds avg() const;
    Bounds min() const;
    Bounds max() const;

    // No record of the buckets that were looked at satisfies the condition: nobody can be counted.
    bool is_empty() const { return counts_.empty(); }
    const Effort& effort() const { return effort_; }

private:
    // A bucket with records that satisfy the condition: their counts in [begin, end) of counts_, ascending.
    struct Part {
        std::uint32_t bucket;
        std::uint32_t begin, end;
    };
    struct Assignment {
        Int128 sum = 0;  // in units of the domain
        Int128 count = 0;
        bool too_large = false;
    };

    bool asked(Code value) const { return asked_[value] != 0; }
    bool counts_as_number(Code value) const;
    std::vector<Code> asked_values(const Part& part) const;
    // The assignment of values that makes the sum of (value - ratio) greatest, or least.
    Assignment best(const Ratio& ratio, bool greatest) const;
    Bounds extremes(bool smallest) const;

    const StatTable& table_;
    std::vector<char> asked_;  // by value
    std::vector<Part> parts_;
    std::vector<std::uint32_t> counts_;
    Effort effort_;
};

// The count alone, as fast as it can be; the same as AnatomyAnswer(…).count().
struct CountInterval {
    std::uint64_t lower = 0, upper = 0;
};
CountInterval count_by_anatomy(const StatTable& table, const Condition& rows, std::span<const Span> values);

}  // namespace scrim::statdb
