// The experiment's tables and queries (Xiao, Tao: Dynamic anonymization, SIGMOD 2008, section 9).
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/table.h"
#include "methods/statdb/condition.h"
#include "methods/statdb/schema.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::experiment {

struct Setting {
    std::uint32_t d = 0;       // the first d quasi-identifiers
    std::uint32_t ql = 0;      // how long a range is, in per cent of its attribute's domain
    std::uint32_t lambda = 0;  // how many quasi-identifiers a query restricts
    std::uint32_t n = 0;       // records; 0: all
};

// n records of the table, projected; domains are those of the whole table.
struct Microdata {
    Table quasi_identifiers;
    Column sensitive;
    statdb::StatSchema schema;
};
// The last column of `table` is the sensitive one.
Microdata sample(const Table& table, std::uint32_t d, std::uint32_t n, Random& random);

struct RangeQuery {
    statdb::Condition rows;  // AND of one range each
    Span values;
};
std::vector<RangeQuery> workload(const Microdata& data, const Setting& setting, std::size_t queries, Random& random);

// How many records satisfy the query, counted one by one.
std::uint64_t exact_count(const Microdata& data, const RangeQuery& query);

}  // namespace scrim::experiment
