// Small statistical databases for tests.
#pragma once

#include "kernel/core/random.h"
#include "methods/statdb/bucketization.h"
#include "methods/statdb/condition.h"
#include "methods/statdb/stat_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::testing {

// A table of codes: quasi-identifiers of the given domain sizes, and a sensitive column.
struct Records {
    std::vector<std::vector<Code>> quasi_identifiers;  // by attribute, then by row
    std::vector<Code> sensitive;
    std::vector<Code> domains;  // of the quasi-identifiers
    Code values = 0;            // of the sensitive attribute

    std::size_t size() const { return sensitive.size(); }
    Table table() const;
    Column column() const;  // the sensitive one
    statdb::StatSchema schema() const;
};

// Eligible for m; values are skewed, and go with the first quasi-identifier.
Records random_records(Random& random, std::size_t rows, std::vector<Code> domains, Code values, std::uint32_t m);

statdb::StatTable make_stat_table(const Records& records, const statdb::Bucketization& buckets, std::uint32_t m,
                                  const statdb::Baselines& baselines = {});
statdb::Bucketization make_buckets(const Records& records, std::uint32_t m, const statdb::Builder* builder,
                                   std::uint32_t strata, Random& random);

// A random condition of some depth, and whether a record satisfies one.
statdb::Condition random_condition(Random& random, const std::vector<Code>& domains, int depth);
bool satisfies(const statdb::Condition& condition, const Records& records, std::size_t row);

// 000, Table 1a: Age and Zip. (in thousands), Disease flu, gastritis, insomnia; Figure 1's buckets.
Records papers_table();
statdb::Bucketization papers_buckets();

}  // namespace scrim::testing
