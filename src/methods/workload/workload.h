// A workload: the count queries by which a release is measured, from a file or drawn at random.
//
//   age BETWEEN 30 AND 39 AND sex = 'Male'
//   SELECT COUNT(*) FROM data WHERE disease IN ('flu', 'cold')
//
// A file holds one query per line, a condition by itself or after SELECT COUNT(*) FROM any name WHERE; empty lines and
// comments (--) are passed over. Comparisons are those of the statistical database's queries (docs/statdb.md). AND
// joins conditions of any columns, OR those of one column.
//
// random(n=1000, dimensions=3, selectivity=5%, seed=1) draws queries, see kernel/compare/random_workload.h; what is
// left out has these values.
#pragma once

#include "kernel/compare/comparison.h"
#include "scrim/result.h"

#include <span>
#include <string>
#include <string_view>

namespace scrim::workload {

// `text` is a file's name, random(…), or empty for random with its defaults.
Result<std::vector<compare::CountQuery>> read_workload(const std::string& text,
                                                       std::span<const compare::Attribute> attributes);
// Of one query.
Result<compare::CountQuery> parse_count_query(std::string_view text, std::span<const compare::Attribute> attributes);

}  // namespace scrim::workload
