// Cases: a condition as boxes that do not overlap: those in which it is true, and those in which it is not.
//
//   SCRIM_TRY(Cases cases, cases_of(query.rows, {sizes of the columns}));
//
// A cell of a release stands for several values. A record surely satisfies a condition where no box of `no` meets its
// cells, and possibly where one of `yes` does; that is exact also where a column stands in several parts of the
// condition, as in "age < 30 AND sex = 'M' OR age >= 30 AND sex = 'M'". Because boxes do not overlap, shares of cells
// may be added up.
#pragma once

#include "methods/statdb/condition.h"
#include "methods/statdb/query/spans.h"
#include "scrim/result.h"

#include <optional>
#include <vector>

namespace scrim::querying {

using statdb::Condition;
using statdb::query::Spans;

struct Box {
    std::vector<Spans> sets;  // of the columns that the condition is about, in their order
};

struct Cases {
    std::vector<std::size_t> columns;  // that the condition is about, ascending
    std::vector<Box> yes, no;

    // Where a column stands among `columns`; nothing where the condition says nothing about it.
    std::optional<std::size_t> place_of(std::size_t column) const;
};

// `sizes`: of the columns' domains. Refuses conditions that fall into too many boxes.
Result<Cases> cases_of(const Condition& condition, const std::vector<Code>& sizes);

}  // namespace scrim::querying
