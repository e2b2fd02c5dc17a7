// The count that a user of a table computes for a query: exact where values are exact, expected where they are spans.
//
// A record is expected to match by the share of its span's values that the query asks for, and its columns are taken to
// be independent within the spans (Xiao, Tao, Anatomy, VLDB 2006, section 1; Fung, Wang, Chen, Yu, ACM Computing
// Surveys 2010, section 3.2: two patients printed as [35, 40) are expected to be 2 · 1/5 patients of age 38).
#pragma once

#include "kernel/compare/comparison.h"

namespace scrim::compare {

double expected_count(const Side& side, const CountQuery& query);

}  // namespace scrim::compare
