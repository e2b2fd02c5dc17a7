// What tests ask of global recodings, answered the slow and obvious way.
#pragma once

#include "kernel/recode/cut.h"

#include <vector>

namespace scrim::testing {

// The cuts behind a recoding that prints each value of an attribute the same everywhere; fails the test when it does
// not. Values that do not occur print themselves.
std::vector<recode::Cut> cuts_of(const recode::Problem& problem, const recode::Recoding& recoding);

// Per tuple: does the recoding hold any of its records?
std::vector<char> kept_by(const recode::Problem& problem, const recode::Recoding& recoding);

// Does everything hold when the kept tuples are printed by the cuts?
bool cuts_hold(const recode::Problem& problem, const std::vector<recode::Cut>& cuts, const std::vector<char>& kept);

// All ways to replace one value of an attribute's cut by narrower ones, in one step. `intervals`: numbers without a
// hierarchy from a file are cut in two anywhere.
std::vector<std::vector<Span>> ways_to_specialize(const hierarchy::Attribute& attribute, Span span, bool intervals);

// The cut with one value replaced by parts of it.
recode::Cut replaced(recode::Cut cut, const std::vector<Span>& parts);

// No value can be specialized without breaking something.
void expect_minimal(const recode::Problem& problem, const recode::Recoding& recoding, bool intervals);

}  // namespace scrim::testing
