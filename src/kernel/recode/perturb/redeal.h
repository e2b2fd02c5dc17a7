// Redeal: the sensitive values of classes in which some value is too frequent are dealt out anew, together with those
// of other classes, so that nobody can tell which classes those were.
//
// R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei, Minimality Attack in Privacy Preserving Data Publishing, VLDB 2007:
// classes are made of quasi-identifiers alone, and where one of them fails its sensitive values are distorted. Ours
// exchanges values instead of making them up, so that how often each occurs is kept, and its bound is exact.
//
// All classes have k records. A class fails where a value has more than floor(k / m) of them. To the failing classes
// others are added, drawn one after the other from those that hold, until every value has at most floor(k / m) records
// for each class of the pool; then the pool's values are dealt to its classes, round by round in the order of the
// values, the classes in an order of chance, so that no class gets more than that of any value.
//
// Why nobody is believed to have a value with more than 1/m, by whoever knows everybody's class, how often each value
// occurs, this algorithm and even which classes are in the pool, and takes every dealing of the values to the people
// for equally likely. Outside the pool a class shows its true values, no more than k/m of each. In the pool, let two
// classes change places in the original: the same classes are drawn into the same pool with the same chance, as they
// are equally large and all that decides is which classes fail and what the pool holds. So everybody in the pool has a
// value with the same chance, that of the pool, which is at most 1/m. Without the pool being known it is a mean of
// both. Classes of different sizes would spoil that: a value that fills a class of two must have come from it.
//
//   classes {HIV, HIV} {flu, cold} {flu, ulcer}, m = 2: the first fails, and one of the others is drawn; dealt out
//   again, both of them have one HIV, and it is as likely that either of them had both.
#pragma once

#include "kernel/core/groups.h"
#include "kernel/core/random.h"
#include "kernel/core/span.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scrim::recode::perturb {

struct Redealt {
    std::vector<Code> values;          // one per record, also of those that are in no class
    std::size_t failed = 0, pool = 0;  // classes
};

// A value that has too many records for any dealing, if there is one: more than floor(k / m) for each class.
std::optional<Code> too_frequent(const std::vector<Code>& values, const Groups<std::uint32_t>& classes,
                                 std::uint32_t m);

// `values` is one per record, `classes` of records are equally large, at least m. A class gets its values in the order
// of its members: chance should have made it. Nothing where a value is too frequent.
std::optional<Redealt> redeal(std::vector<Code> values, const Groups<std::uint32_t>& classes, std::uint32_t m,
                              Random& random);

}  // namespace scrim::recode::perturb
